/** What commands may have of this process's environment. */
export function commandSource(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin' };
}
