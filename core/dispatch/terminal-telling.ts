import type { OmniMessage } from '../omnimessage/index.ts';
import {
  createReport,
  createTerminalSteps,
  type ReportView,
  terminalHead,
  terminalLive,
  terminalNotice,
} from '../render/index.ts';
import type { Session } from '../session/index.ts';
import type { Order } from './command.ts';
import type { SessionRecord } from './session-record.ts';
import type { Settings } from './settings.ts';
import type { TerminalHouse } from './terminal-house.ts';

/** The run as the terminal tells it: what is known so far, and the lines that show it. */
export interface TerminalTelling {
  readonly record: Pick<SessionRecord, 'sessionId' | 'traceFile'>;
  session: Pick<Session, 'end' | 'dispose' | 'environment'> | undefined;
  push(message: OmniMessage): void;
  remember(more: Pick<SessionRecord, 'sessionId' | 'traceFile'>): void;
  view(): ReportView;
  /** How long it has taken, in milliseconds. */
  elapsed(): number;
}

/** Opens the telling with its head. */
export function beginTelling(
  { sessionId, order, settings }: { sessionId: string; order: Order; settings: Settings },
  { house, title }: { house: TerminalHouse; title: string },
): TerminalTelling {
  const { clock, screen, detail } = house;
  const report = createReport();
  const startedAt = clock.now().getTime();
  const record: TerminalTelling['record'] = { sessionId };
  const steps = detail === 'quiet' ? undefined : createTerminalSteps(detail);

  if (steps !== undefined) {
    const { provider, modelId, approvalMode } = settings;
    const mode = order.readOnly ? 'read-only' : approvalMode;
    screen.line(terminalHead(title, { provider: provider.name, modelId, mode }));
    if (mode === 'allow-all') screen.line(terminalNotice(NO_SANDBOX));
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

const NO_SANDBOX =
  'Commands run without a sandbox and without a question: they can do what you can do on this machine.';
const STOPPING = 'Stopping; Ctrl-C again stops at once.';
