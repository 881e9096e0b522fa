import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Screen, TerminalDetail, TerminalHouse } from '../../core/index.ts';
import { systemClock } from '../system-clock.ts';
import { keysIn } from './keys.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface HouseParts {
  flags: TerminalHouse['flags'];
  detail: TerminalDetail;
  screen: Screen;
  signal: AbortSignal;
  onKill: TerminalHouse['onKill'];
}

/** Everything that a run may know of the outside, taken from the process once. */
export function openHouse(environment: Environment, parts: HouseParts): TerminalHouse {
  const { flags, detail, screen, signal, onKill } = parts;
  return {
    clock: systemClock,
    newId: () => randomBytes(16).toString('hex'),
    random: Math.random,
    signal,
    flags: withDefaults(flags, screen),
    workspaceDir: process.cwd(),
    scratchDir: temporaryFolder(),
    environment,
    asker: environment.USER ?? environment.LOGNAME ?? 'you',
    stateHome: resolve(environment.PENGUIN_HOME || join(homedir(), '.penguin', 'data')),
    secrets: keysIn(environment),
    detail,
    screen,
    onKill,
  };
}

/** Where nobody can be asked, nothing that would ask may run. */
function withDefaults(flags: HouseParts['flags'], { ask }: Screen): HouseParts['flags'] {
  return { 'approval-mode': ask === undefined ? 'read-only' : 'always-ask', ...flags };
}

/** Goes with the program, however it ends. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'penguin-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
