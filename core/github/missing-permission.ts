/** What a refused request needs of the workflow's `permissions:`, by the part of the API that it is for. */
const NEEDED: [route: RegExp, permission: string][] = [
  [/\/actions\//, 'actions: write'],
  [/\/pulls\b/, 'pull-requests: write'],
  [/\/issues\b|\/reactions\b/, 'issues: write'],
  [/\/git\/|\/contents\b/, 'contents: write'],
];

/** How to mend a 403 that a workflow token gets when its permissions do not reach; undefined for any other refusal. */
export function missingPermission(route: string, status: number, answer: string): string | undefined {
  if (status !== 403 || !/not accessible by integration/i.test(answer)) return undefined;
  const permission = NEEDED.find(([part]) => part.test(route))?.[1];
  return permission === undefined ? undefined : `add \`${permission}\` to the workflow's permissions`;
}
