/** Typed reading of a webhook payload, any part of which may be missing, null or of another type. */
export interface Fields {
  at(name: string): Fields;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  /** A number that can name something at GitHub: whole and positive. */
  id(name: string): number | undefined;
  flag(name: string): boolean;
  has(name: string): boolean;
}

export function fieldsOf(value: unknown): Fields {
  const get = (name: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? Reflect.get(value, name)
      : undefined;
  const number = (name: string) => {
    const found = get(name);
    return typeof found === 'number' ? found : undefined;
  };
  return {
    at: (name) => fieldsOf(get(name)),
    text: (name) => {
      const found = get(name);
      return typeof found === 'string' ? found : undefined;
    },
    number,
    id: (name) => {
      const found = number(name);
      return found !== undefined && Number.isSafeInteger(found) && found > 0 ? found : undefined;
    },
    flag: (name) => get(name) === true,
    has: (name) => get(name) !== undefined && get(name) !== null,
  };
}
