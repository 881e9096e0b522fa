import type { Call, Reply } from './operation.ts';

interface Paging {
  page?: number | undefined;
  per_page?: number | undefined;
}

const DEFAULT_PER_PAGE = 30;
const MOST_PER_PAGE = 100;

/** One page of `items`, with the Link header that leads to the others. `wrap` makes the body of a page. */
export function paged<Item>(
  call: Call<Paging>,
  items: readonly Item[],
  wrap: (page: Item[]) => unknown = (page) => page,
): Reply {
  const page = Math.max(1, call.parameters.page ?? 1);
  const perPage = Math.min(MOST_PER_PAGE, Math.max(1, call.parameters.per_page ?? DEFAULT_PER_PAGE));
  const last = Math.max(1, Math.ceil(items.length / perPage));
  const link = linkHeader(call, page, last);
  const body = wrap(items.slice((page - 1) * perPage, page * perPage));
  return { status: 200, body, headers: link === '' ? {} : { link } };
}

function linkHeader(call: Call<Paging>, page: number, last: number): string {
  const to = (target: number, relation: string) => {
    const url = new URL(call.world.apiUrl + call.url.pathname + call.url.search);
    url.searchParams.set('page', String(target));
    return `<${url.href}>; rel="${relation}"`;
  };
  const back = page > 1 ? [to(page - 1, 'prev'), to(1, 'first')] : [];
  const on = page < last ? [to(page + 1, 'next'), to(last, 'last')] : [];
  return [...back, ...on].join(', ');
}
