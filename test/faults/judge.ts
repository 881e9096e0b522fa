/** What a run owes, whatever GitHub did: an ending that says what is there, nothing twice, nothing left open. */
import type { Ending } from '../../core/index.ts';
import type { Case } from './case.ts';
import type { Evidence } from './evidence.ts';
import type { Job } from './job.ts';

/** `doubled`: there are two of what there should be one of. `wrong`: the ending does not say what is there. */
export interface Complaint {
  kind: 'wrong' | 'doubled';
  text: string;
}

export interface Played {
  ending: Ending;
  evidence: Evidence;
  /** Milliseconds of the run's clock from the cancel to the end; undefined without one. */
  afterCancel: number | undefined;
}

/** From the runner's first signal to its kill. */
const GRACE_MS = 10_000;

export function judge(job: Job, given: Case | undefined, played: Played): Complaint[] {
  const doubled = doubledIn(played.evidence).map((text) => ({ kind: 'doubled' as const, text }));
  const wrong = [
    ...published(played),
    ...told(given, played),
    ...leftOpen(job, played),
    ...(isPassing(given) ? mended(played) : []),
    ...inTime(played),
  ];
  return [...doubled, ...wrong.map((text) => ({ kind: 'wrong' as const, text }))];
}

/** A fault that is over after one call may not change how the run ends. */
function isPassing(given: Case | undefined): boolean {
  const kind = given?.kind ?? '';
  return !kind.startsWith('down') && !kind.startsWith('cancel');
}

function doubledIn({ comments, pulls, branches }: Evidence): string[] {
  const counts = {
    comments: comments.length,
    'pull requests': pulls.length,
    branches: Object.keys(branches).length,
  };
  return Object.entries(counts).flatMap(([name, count]) => (count > 1 ? [`${count} ${name}`] : []));
}

/** The Outcome and what exists agree. */
function published({ ending: { outcome }, evidence: { pulls, branches } }: Played): string[] {
  const { kind, branch, pull_request } = outcome;
  const names = Object.keys(branches);
  if (kind !== 'changed') {
    return [
      ...pulls.map(({ number }) => `it ended ${kind}, but #${number} is there`),
      ...names.filter((name) => name !== branch).map((name) => `it ended ${kind} without a word of ${name}`),
      ...(branch === undefined || names.includes(branch) ? [] : [`it names ${branch}, which is not there`]),
    ];
  }
  const pull = pulls.find(({ number }) => number === pull_request);
  if (pull === undefined) return [`it ended changed, but #${pull_request} is not there`];
  const holds = pull.open && pull.holdsFix && pull.head === branch && branches[pull.head] === pull.headSha;
  return holds ? [] : [`#${pull.number} is not what the run says: ${JSON.stringify(pull)}`];
}

/** The live comment says how the run ended, and so does the trace. */
function told(given: Case | undefined, { ending: { outcome, traceFile }, evidence }: Played): string[] {
  const comments = evidence.comments.flatMap((body) => {
    if (cannotEdit(given)) return [];
    const says =
      outcome.kind === 'changed' ? body.includes(`opened #${outcome.pull_request}`) : !/opened #/.test(body);
    return /is working|waits for the model/.test(body) || !says ? [`the comment says: ${headOf(body)}`] : [];
  });
  const trace =
    traceFile !== undefined && evidence.traced !== outcome.kind
      ? [`the trace ends with ${evidence.traced}, not with ${outcome.kind}`]
      : [];
  return [...comments, ...trace];
}

/** Where no edit ever gets through, the log says so instead. */
function cannotEdit(given: Case | undefined): boolean {
  const { call, kind } = given ?? { call: '', kind: '' };
  return kind.startsWith('down') && call.startsWith('issues/update-comment');
}

function headOf(body: string): string {
  return body.split('\n').find((line) => line.startsWith('**')) ?? body.slice(0, 200);
}

function leftOpen(job: Job, { evidence }: Played): string[] {
  return [
    ...job.github.faults,
    ...(evidence.holder === undefined || evidence.holder === job.run.id
      ? []
      : [`run ${evidence.holder} holds the Thread`]),
    ...(job.kept() === '' ? [] : ['it left work to the last phase']),
  ];
}

function mended({ ending: { outcome }, evidence }: Played): string[] {
  return [
    ...(outcome.kind === 'changed' ? [] : [`one fault, and it ended ${outcome.kind}: ${outcome.reason}`]),
    ...(evidence.comments.length === 1
      ? []
      : [`one fault, and there are ${evidence.comments.length} comments`]),
    ...(evidence.holder === undefined ? [] : ['one fault, and the Thread is still taken']),
    ...(evidence.reactions.join() === 'rocket'
      ? []
      : [`one fault, and the reactions are ${evidence.reactions}`]),
  ];
}

function inTime({ afterCancel }: Played): string[] {
  if (afterCancel === undefined || afterCancel <= GRACE_MS) return [];
  return [`it took ${afterCancel / 1_000} s to end after the cancel: the runner would have killed it`];
}
