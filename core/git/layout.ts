import type { BoundGit } from './run.ts';

/** Paths inside the Workspace's own git directory. */
export interface OwnPaths {
  objects: string;
  index: string;
  shallow: string;
  exclude: string;
  sparse: string;
}

export interface Layout {
  paths: OwnPaths;
  objectFormat: string;
  /** Undefined while there is no commit. */
  headSha: string | undefined;
}

const NAMES = ['objects', 'index', 'shallow', 'info/exclude', 'info/sparse-checkout'];

/** Asks git, because worktrees and submodules keep these in different places. */
export async function askLayout(own: BoundGit): Promise<Layout> {
  const paths = NAMES.flatMap((name) => ['--git-path', name]);
  const asked = ['--path-format=absolute', ...paths, '--show-object-format', '--verify', '--quiet', 'HEAD'];
  // 1: there is no commit, and the lines before it are told all the same.
  const { code, stdout } = await own(['rev-parse', ...asked], { answers: [0, 1] });
  const [objects = '', index = '', shallow = '', exclude = '', sparse = '', objectFormat = '', sha = ''] =
    stdout.toString('utf8').split('\n');
  const headSha = code === 0 ? sha : undefined;
  return { paths: { objects, index, shallow, exclude, sparse }, objectFormat, headSha };
}
