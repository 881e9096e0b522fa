/** Every key that the environment holds, whatever the run needs of them: none may be printed. */
export function keysIn(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    const key = value.trim();
    return name.endsWith('_API_KEY') && key !== '' ? [key] : [];
  });
}
