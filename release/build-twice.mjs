// node release/build-twice.mjs OUT: builds the checked-out commit in two folders, compares byte by byte, and leaves what a
// release ships in OUT. The packages are those of this folder's node_modules.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { command, Refusal } from './command.mjs';
import { differences } from './differences.mjs';
import { git } from './git.mjs';
import { thirdPartyLicences } from './third-party-licences.mjs';

command((out) => {
  const scratch = mkdtempSync(join(tmpdir(), 'penguin-build-'));
  try {
    // Names of different length: a path that got into a bundle would show.
    const [first, second] = ['a', 'another/folder'].map((name) => build(join(scratch, name)));
    const different = differences(join(first, 'dist'), join(second, 'dist'));
    if (different.length > 0) {
      throw new Refusal(
        `Two builds of the same commit differ in ${different.join(', ')}: look for a path or a time in it.`,
      );
    }
    ship(first, out);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});

/** Builds what is committed, and nothing else that lies in the checkout. */
function build(folder) {
  mkdirSync(folder, { recursive: true });
  const env = { GIT_INDEX_FILE: `${folder}.index` };
  git(['read-tree', 'HEAD'], { env });
  git(['checkout-index', '--all', `--prefix=${folder}/`], { env });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['build.mjs'], { cwd: folder, stdio: 'inherit', timeout: 120_000 });
  return folder;
}

function ship(folder, out) {
  const dist = join(folder, 'dist');
  const metafile = JSON.parse(readFileSync(join(dist, 'meta.json'), 'utf8'));
  writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicences(folder, metafile));
  rmSync(join(dist, 'meta.json'));
  rmSync(out, { recursive: true, force: true });
  cpSync(dist, out, { recursive: true });
}
