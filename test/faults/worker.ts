/** Plays cases one after the other for the parent: each run has this process, its clock and its network for itself. */
import { watchActivity } from './activity.ts';
import { caseNamed } from './case.ts';
import { type CaseResult, playCase } from './play-case.ts';

/** What the parent asks for: a case by name, or none for a run in which nothing goes wrong. */
export interface Asked {
  name: string | undefined;
}

export type Answered = { kind: 'played'; result: CaseResult } | { kind: 'threw'; text: string };

const activity = watchActivity();
// Nobody is left to play for.
process.on('disconnect', () => process.exit());

process.on('message', ({ name }: Asked) => {
  void play(name).then((answer) => process.send?.(answer));
});

async function play(name: string | undefined): Promise<Answered> {
  try {
    const given = name === undefined ? undefined : caseNamed(name);
    return { kind: 'played', result: await playCase(given, activity) };
  } catch (error) {
    return { kind: 'threw', text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
