import type { OmniMessage } from '../../omnimessage/index.ts';
import {
  createReport,
  createTerminalSteps,
  type ReportView,
  type TerminalLine,
  terminalHead,
  terminalLive,
  terminalNotice,
} from '../../render/index.ts';
import type { Session } from '../../session/index.ts';
import type { Order } from '../command.ts';
import type { SessionRecord } from '../session-record.ts';
import type { Settings } from '../settings.ts';
import type { TerminalHouse } from './house.ts';

/** The run as the terminal tells it: what is known so far, and the lines that show it. */
export interface TerminalTelling {
  readonly record: Pick<SessionRecord, 'sessionId' | 'traceFile'>;
  session: Pick<Session, 'end' | 'dispose' | 'environment'> | undefined;
  push(message: OmniMessage): void;
  remember(more: Partial<SessionRecord>): void;
  view(): ReportView;
  /** How long it has taken, in milliseconds. */
  elapsed(): number;
}

export interface TellingParts {
  sessionId: string;
  /** Redacted. */
  title: string;
  order: Order;
  settings: Settings;
  /** How many files had changes before the run. */
  changedBefore: number;
}

export function beginTelling(parts: TellingParts, house: TerminalHouse): TerminalTelling {
  const { clock, screen, detail } = house;
  const report = createReport();
  const startedAt = clock.now().getTime();
  const record: TerminalTelling['record'] = { sessionId: parts.sessionId };
  const steps = detail === 'quiet' ? undefined : createTerminalSteps(detail);

  if (steps !== undefined) {
    for (const line of head(parts)) screen.line(line);
    house.signal.addEventListener('abort', () => screen.line(terminalNotice(STOPPING)), { once: true });
    screen.live(() => terminalLive(report.view(), startedAt, clock.now().getTime()));
  }
  return {
    record,
    session: undefined,
    push(message) {
      report.push(message);
      for (const line of steps?.push(message) ?? []) screen.line(line);
    },
    remember: (more) => void Object.assign(record, more),
    view: report.view,
    elapsed: () => clock.now().getTime() - startedAt,
  };
}

/** What is done, by whom, and what a person should know first. */
function head({ title, order, settings, changedBefore }: TellingParts): TerminalLine[] {
  const { provider, modelId, approvalMode } = settings;
  const mode = order.readOnly ? 'read-only' : approvalMode;
  const files = changedBefore === 1 ? '1 file has' : `${changedBefore} files have`;
  const dirty = `${files} changes from before the run; they are not counted as the run’s.`;
  return [
    terminalHead(title, { provider: provider.name, modelId, mode }),
    ...(mode === 'allow-all' ? [terminalNotice(NO_SANDBOX)] : []),
    ...(changedBefore === 0 ? [] : [terminalNotice(dirty)]),
  ];
}

const NO_SANDBOX =
  'Commands run without a sandbox and without a question: they can do what you can do on this machine.';
const STOPPING = 'Stopping; Ctrl-C again stops at once.';
