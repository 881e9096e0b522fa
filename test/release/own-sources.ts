import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkoutRoot } from '../github/checkout-root.ts';
import { type ReleaseStage, releaseStage } from './stage.ts';

const OURS = [
  ...['action', 'core', 'docs', 'examples', 'release', '.github'],
  ...['action.yml', 'build.mjs', 'package.json', 'tsconfig.json'],
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
];

/** A stage that holds this project's own files, committed as version 1.2.3, with the packages that are installed here. */
export function stageOfOurSources(): ReleaseStage {
  const stage = releaseStage({ '.gitignore': '/dist/\nnode_modules\n' });
  for (const name of OURS) {
    const place = join(stage.work, name);
    mkdirSync(dirname(place), { recursive: true });
    cpSync(join(checkoutRoot(), name), place, { recursive: true });
  }
  symlinkSync(join(checkoutRoot(), 'node_modules'), join(stage.work, 'node_modules'));
  return stage;
}
