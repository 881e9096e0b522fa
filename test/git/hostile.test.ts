import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Repository } from '../../core/git/index.ts';
import { tempDir } from '../support/temp.ts';
import { commitAll, git, open, PERSON, repositoryWith, treeByGit, write } from './fixture.ts';

interface Place {
  folder: string;
  /** A bare repository to push to. */
  other: string;
}

/** One way to have git run a program. */
interface Trap {
  name: string;
  set(place: Place, program: string): void;
  /** What a person does who falls for it. */
  fall(place: Place): void;
}

const config = ({ folder }: Place, key: string, value: string) => git(folder, 'config', key, value);
const status = ({ folder }: Place) => git(folder, 'status');
const moveRef = ({ folder }: Place) => git(folder, 'update-ref', 'refs/heads/other', 'HEAD');
const showDiff = (path: string) => (place: Place) => git(place.folder, 'diff', 'main', '--', path);
const HARD_TO_QUOTE = 'e=v.i\\l "x"';

const CONFIGURED: Trap[] = [
  { name: 'core.fsmonitor', set: (place, program) => config(place, 'core.fsmonitor', program), fall: status },
  {
    name: 'a clean and smudge filter',
    set: (place, program) => {
      setAttributes(place, 'a.filter filter=evil');
      config(place, 'filter.evil.clean', `${program}; cat`);
      config(place, 'filter.evil.smudge', `${program}; cat`);
      config(place, 'filter.evil.required', 'true');
    },
    fall: ({ folder }) => {
      write(folder, { 'a.filter': 'touched\n' });
      git(folder, 'add', 'a.filter');
    },
  },
  {
    name: 'a filter process with a name that is hard to quote',
    set: (place, program) => {
      setAttributes(place, 'a.process filter=process');
      config(place, 'filter.process.process', program);
      config(place, `filter.${HARD_TO_QUOTE}.process`, program);
    },
    fall: ({ folder }) => {
      write(folder, { 'a.process': 'touched\n' });
      git(folder, 'add', 'a.process');
    },
  },
  {
    name: 'an external diff',
    set: (place, program) => config(place, 'diff.external', program),
    fall: showDiff('a.txt'),
  },
  {
    name: 'a diff driver',
    set: (place, program) => {
      setAttributes(place, 'a.diff diff=evil');
      config(place, 'diff.evil.command', program);
    },
    fall: showDiff('a.diff'),
  },
  {
    name: 'a text conversion',
    set: (place, program) => {
      setAttributes(place, 'a.conv diff=conv');
      config(place, 'diff.conv.textconv', program);
    },
    fall: ({ folder }) => git(folder, '-c', 'diff.external=', 'show', 'main', '--', 'a.conv'),
  },
  {
    name: 'a merge driver',
    set: (place, program) => {
      setAttributes(place, 'a.merge merge=evil');
      config(place, 'merge.evil.driver', program);
    },
    fall: ({ folder }) => git(folder, 'merge-tree', '--write-tree', 'main', 'side'),
  },
  {
    name: 'an alias',
    set: (place, program) => config(place, 'alias.snapshot', `!${program}`),
    fall: ({ folder }) => git(folder, 'snapshot'),
  },
  {
    name: 'hooks',
    set: ({ folder }, program) => {
      const hooks = [
        'reference-transaction',
        'post-index-change',
        'post-checkout',
        'pre-push',
        'pre-auto-gc',
      ];
      for (const hook of hooks) plantProgram(join(folder, '.git', 'hooks', hook), program);
    },
    fall: moveRef,
  },
  {
    name: 'a URL rewritten to a program',
    set: (place, program) => {
      const script = join(place.folder, 'evil.sh');
      plantProgram(script, program);
      config(place, `url.ext::${script} #.insteadOf`, place.other);
      config(place, 'protocol.ext.allow', 'always');
    },
    fall: ({ folder, other }) => git(folder, 'ls-remote', other),
  },
  {
    name: 'a signing program',
    set: (place, program) => {
      const script = join(place.folder, 'sign.sh');
      plantProgram(script, program);
      config(place, 'commit.gpgSign', 'true');
      config(place, 'gpg.program', script);
    },
    fall: ({ folder }) => git(folder, 'commit', '--allow-empty', '-m', 'x'),
  },
];

const ROUNDABOUT: Trap[] = [
  {
    name: 'a repository inside, with a configuration of its own',
    set: ({ folder }, program) => {
      const inner = repositoryWith({ i: '1' }, join(folder, 'inner'));
      git(folder, 'update-index', '--add', '--cacheinfo', `160000,${git(inner, 'rev-parse', 'HEAD')},inner`);
      git(inner, 'config', 'core.fsmonitor', program);
      git(inner, 'config', 'filter.evil.clean', program);
      write(inner, { '.git/info/attributes': '* filter=evil\n', i: '2' });
    },
    fall: status,
  },
  {
    name: 'a configuration that another one includes',
    set: (place, program) => {
      write(place.folder, { 'conf/evil': `[core]\n\tfsmonitor = "${program}"\n` });
      config(place, 'include.path', '../conf/evil');
    },
    fall: status,
  },
  {
    name: 'core.hooksPath',
    set: (place, program) => {
      plantProgram(join(place.folder, 'hooks', 'reference-transaction'), program);
      config(place, 'core.hooksPath', 'hooks');
    },
    fall: moveRef,
  },
];

describe('a repository that is prepared to run programs', () => {
  it.each([
    ['its configuration, attributes and hooks', CONFIGURED],
    ['roundabout ways', ROUNDABOUT],
  ])('runs none through %s', async (_, traps) => {
    const place = build();
    const canaries = traps.map((trap) => {
      const canary = join(tempDir(), 'canary');
      trap.set(place, `touch ${canary}`);
      return { trap, canary };
    });
    await useAll(await open(place.folder), place);
    const sung = canaries.filter(({ canary }) => existsSync(canary));
    expect(sung.map(({ trap }) => trap.name)).toEqual([]);

    for (const { trap, canary } of canaries) {
      attempt(() => trap.fall(place));
      expect(existsSync(canary), `${trap.name} is a trap`).toBe(true);
    }
  });

  it('is not taken for a repository when it only lies among the files', async () => {
    const place = build();
    const canary = join(tempDir(), 'canary');
    const core = `repositoryFormatVersion = 0\n\tworktree = ..\n\tfsmonitor = "touch ${canary}"`;
    write(place.folder, { 'docs/HEAD': 'ref: refs/heads/main\n', 'docs/config': `[core]\n\t${core}\n` });
    for (const name of ['objects', 'refs']) mkdirSync(join(place.folder, 'docs', name));
    const repository = await open(join(place.folder, 'docs'));
    expect(repository.top).toBe(place.folder);
    await repository.snapshot();
    expect(existsSync(canary)).toBe(false);

    git(join(place.folder, 'docs'), 'status');
    expect(existsSync(canary), 'it is a trap').toBe(true);
  });

  it('cannot bring its own git along', async () => {
    const { folder } = build();
    const canary = join(tempDir(), 'canary');
    const bin = join(folder, 'node_modules', '.bin');
    plantProgram(join(bin, 'git'), `touch ${canary}`);
    const path = [bin, 'node_modules/.bin', process.env.PATH].join(delimiter);
    await (await open(folder, { path })).snapshot();
    expect(existsSync(canary)).toBe(false);
  });

  it('cannot show the files of another folder as its own', async () => {
    const folder = repositoryWith({ a: '1' });
    const elsewhere = tempDir();
    write(elsewhere, { secret: 's' });
    git(folder, 'config', 'core.worktree', elsewhere);
    const repository = await open(folder);
    const { tree } = await repository.snapshot();
    git(folder, 'config', '--unset', 'core.worktree');
    expect(tree).toBe(treeByGit(folder));
  });

  it('cannot hide a change behind its attributes', async () => {
    const folder = repositoryWith({ 'a.js': 'one\n', '.gitattributes': '*.js binary -diff\n' });
    appendFileSync(join(folder, '.git', 'info', 'attributes'), '* binary -diff\n');
    const repository = await open(folder);
    const before = await repository.snapshot();
    write(folder, { 'a.js': 'two\n' });
    const after = await repository.snapshot();
    expect(await repository.changes(before.tree, after.tree)).toMatchObject([
      { additions: 1, binary: false },
    ]);
    const { text } = await repository.diff({ from: before.tree, to: after.tree, maxBytes: 10_000 });
    expect(text).toContain('-one\n+two\n');
  });
});

/** Two commits, of which the other side has the first, and a branch beside the second. */
function build(): Place {
  const home = tempDir();
  const names = ['a.txt', 'a.filter', 'a.process', 'a.diff', 'a.conv', 'a.merge', 'b.txt'];
  const all = (content: string) => Object.fromEntries(names.map((name) => [name, `${content}\n`]));
  const folder = repositoryWith(all('one'), join(home, 'work'));
  const other = join(home, 'other.git');
  git(home, 'clone', '-q', '--bare', folder, other);
  git(folder, 'checkout', '-q', '-b', 'side');
  write(folder, { 'a.merge': 'side\n' });
  commitAll(folder, 'side');
  git(folder, 'checkout', '-q', 'main');
  write(folder, { ...all('two'), 'b.txt': 'one\n' });
  commitAll(folder, 'second');
  return { folder, other };
}

function setAttributes({ folder }: Place, line: string): void {
  for (const name of ['.gitattributes', '.git/info/attributes']) {
    appendFileSync(join(folder, name), `${line}\n`);
  }
}

function plantProgram(file: string, program: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${program}\nexit 0\n`, { mode: 0o755 });
}

/** The program of a trap ran or did not; whether git is content with it does not matter. */
function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    expect(error).toHaveProperty('status');
  }
}

/** Everything that a run does with a repository. */
async function useAll(repository: Repository, { folder, other }: Place): Promise<void> {
  const { sha } = await repository.head();
  const before = await repository.snapshot();
  write(folder, { 'b.txt': 'by the run\n', 'new.txt': 'new\n' });
  const after = await repository.snapshot();
  const { tree } = await repository.composeTree({ base: sha, before: before.tree, after: after.tree });
  await repository.diff({ from: sha, to: tree, maxBytes: 10_000 });
  const [base, side] = ['main~1', 'side'].map((name) => git(folder, 'rev-parse', name));
  await repository.replay({ base: base ?? '', ours: sha, theirs: side ?? '' });
  const commit = await repository.commit({
    tree,
    parents: [sha],
    message: 'by the run',
    author: PERSON,
    committer: PERSON,
    date: new Date('2026-11-30T12:00:00Z'),
  });
  const ref = 'refs/heads/penguin/1-x';
  expect(await repository.push({ url: other, ref, sha: commit, expect: 'absent' })).toEqual({
    kind: 'pushed',
  });
  expect(await repository.fetch({ url: other, want: ref })).toEqual({ kind: 'fetched', sha: commit });
  expect(await repository.checkoutDetached(base ?? '')).toEqual({ kind: 'moved' });
}
