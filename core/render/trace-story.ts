import { plainLine } from '../policy/index.ts';
import { duration, tokens } from './measures.ts';
import { terminalEnd } from './terminal-frame.ts';
import { shownLines, span, type TerminalLine } from './terminal-line.ts';
import { stepLine } from './terminal-steps.ts';
import type { TracedCall, TracedTurn, TraceSummary } from './trace-summary.ts';

const MAX_NAME = 300;
const MAX_PROMPT_LINES = 12;
const MAX_SAID_LINES = 40;

/** A trace as a person reads it: the session, the prompt, each turn with its calls, what it used, how it ended. */
export function traceStory({ session, prompt, turns, usage, outcome }: TraceSummary): TerminalLine[] {
  const cached = `${tokens(usage.output)} written, ${tokens(usage.cache_read)} read from the cache`;
  return [
    ...sessionLines(session),
    ...shownLines(prompt, MAX_PROMPT_LINES).map((line) => [span(`  │ ${line}`, 'dim')]),
    ...turns.flatMap((turn, at) => turnLines(turn, at + 1)),
    [span(`tokens ${tokens(usage.total)}: ${cached}`, 'dim')],
    outcome === undefined
      ? [span('■ The trace has no outcome: the run still goes on, or broke off.', 'ask')]
      : terminalEnd(outcome, undefined),
  ];
}

function sessionLines(session: TraceSummary['session']): TerminalLine[] {
  if (session === undefined) return [];
  const { id, provider, modelId, workspace } = session;
  const names = [provider, modelId, workspace].map((name) => plainLine(name, MAX_NAME)).join(' · ');
  return [[span(plainLine(id, MAX_NAME), 'strong'), span(`  ${names}`, 'dim')]];
}

function turnLines({ said, calls, failures }: TracedTurn, number: number): TerminalLine[] {
  return [
    [span(`turn ${number}`, 'strong')],
    ...failures.map((why) => stepLine('failed', 'the model’s request', plainLine(why, MAX_NAME), 'bad')),
    ...said.flatMap((text) => shownLines(text, MAX_SAID_LINES).map((line) => [span(`  ${line}`)])),
    ...calls.map(callLine),
  ];
}

function callLine({ verb, target, decision, result, failed = false, durationMs }: TracedCall): TerminalLine {
  const by = decision?.by === undefined ? '' : ` by ${plainLine(decision.by, MAX_NAME)}`;
  const reason = decision?.reason === undefined ? '' : plainLine(decision.reason, MAX_NAME);
  const facts =
    decision === undefined
      ? ['never decided']
      : decision.decision === 'allow'
        ? [
            `allowed${by}`,
            result ?? 'no output recorded',
            durationMs === undefined ? '' : duration(durationMs),
          ]
        : [`${plainLine(decision.decision, MAX_NAME)}${by}`, reason];
  const isBad = failed || decision?.decision !== 'allow' || result === undefined;
  return stepLine(verb, target, facts.filter((fact) => fact !== '').join(' · '), isBad ? 'bad' : 'dim');
}
