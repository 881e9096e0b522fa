/** Something that is waited for and happens once. */
export interface Moment {
  reached: Promise<number>;
  /** Later ones are ignored. */
  reach(at: number): void;
}

export function expectMoment(): Moment {
  let resolve: (at: number) => void = () => undefined;
  const reached = new Promise<number>((settle) => {
    resolve = settle;
  });
  return { reached, reach: (at) => resolve(at) };
}
