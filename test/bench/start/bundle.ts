import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkoutRoot } from '../../github/checkout-root.ts';
import { figureOf } from '../figure.ts';
import type { Section } from '../section.ts';
import { besideBench } from './recorded-job.ts';
import { openStartStage } from './stage.ts';

/** `docs/performance.md`, in MB of 1,000,000 bytes. */
const MOST_TO_MODEL = 2;
const MOST_IN_ALL = 3;

export const bundle: Section = {
  title: 'what the built action loads',
  async measure(setting) {
    const stage = await openStartStage(setting);
    const loadsFile = join(setting.scratch, 'loads.txt');
    try {
      await stage.startAction({
        NODE_OPTIONS: `--import=${besideBench('note-loads.mjs')}`,
        BENCH_LOADS_FILE: loadsFile,
      });
    } finally {
      await stage.close();
    }
    return [
      figureOf(
        'loaded up to the first model request',
        'MB',
        [megabytes(loadedFiles(loadsFile))],
        MOST_TO_MODEL,
      ),
      figureOf('all of the bundle', 'MB', [megabytes(bundleFiles())], MOST_IN_ALL),
    ];
  },
};

function megabytes(files: string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
}

/** The files of the bundle that the process really loaded before it was ended, which is when the model was asked. */
function loadedFiles(loadsFile: string): string[] {
  if (!existsSync(loadsFile)) throw new Error('the action loaded nothing: does dist/ hold a build?');
  const urls = readFileSync(loadsFile, 'utf8').trimEnd().split('\n');
  const files = new Set(urls.map((url) => fileURLToPath(url)));
  return [...files].filter((file) => file.startsWith(distFolder()));
}

function bundleFiles(): string[] {
  const files = readdirSync(distFolder()).filter((name) => name.endsWith('.js'));
  return files.map((name) => join(distFolder(), name));
}

function distFolder(): string {
  return join(checkoutRoot(), 'dist');
}
