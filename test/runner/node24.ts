import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutRoot } from '../github/checkout-root.ts';

const VERSION = '24.21.0';
const INSTALL_MS = 120_000;

export interface NodeBinary {
  path: string;
  version: string;
  /** One line for people when it is not Node 24. */
  note?: string;
}

/** Puts a `node_modules` with Node 24 into a folder. */
export type InstallNode = (folder: string) => Promise<void>;

let found: Promise<NodeBinary> | undefined;

/** The Node that GitHub runs actions on, looked for once a process. */
export function node24(): Promise<NodeBinary> {
  found ??= findNode24(
    checkoutRoot(),
    { path: process.execPath, version: process.versions.node },
    installNode,
  );
  return found;
}

/**
 * The running Node when it is new enough, else the one under `tools/node24` of the project, which is installed when
 * first needed, else the running one with a note.
 */
export async function findNode24(
  root: string,
  running: NodeBinary,
  install: InstallNode,
): Promise<NodeBinary> {
  if (Number.parseInt(running.version, 10) >= 24) return running;
  const tools = join(root, 'tools');
  const path = join(tools, 'node24', 'node_modules', packageName(), 'bin', 'node');
  try {
    if (!existsSync(path)) await installOnce(tools, install);
    return { path, version: VERSION };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    return {
      ...running,
      note: `Node ${VERSION} could not be fetched (${reason}): running on Node ${running.version}`,
    };
  }
}

function packageName(): string {
  return `node-${process.platform}-${process.arch}`;
}

/**
 * Installs into a folder of its own and moves that into place whole: of several processes that do so at once one is
 * first, and the others find its work done.
 */
async function installOnce(tools: string, install: InstallNode): Promise<void> {
  const draft = join(tools, `node24-${randomUUID()}`);
  await mkdir(draft, { recursive: true });
  try {
    await install(draft);
    await moveIntoPlace(draft, join(tools, 'node24'));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function installNode(folder: string): Promise<void> {
  // npm looks upwards for a package.json; with one here it leaves the project's alone.
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '-E'];
  await promisify(execFile)(
    'npm',
    ['install', '--prefix', folder, ...options, `${packageName()}@${VERSION}`],
    {
      cwd: folder,
      timeout: INSTALL_MS,
    },
  );
}

async function moveIntoPlace(draft: string, place: string): Promise<void> {
  try {
    await rename(draft, place);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  }
}
