import { unprocessable } from '../world/refusal.ts';
import type { BareGit } from './bare.ts';
import { writeObject } from './objects.ts';

export interface Identity {
  name: string;
  email: string;
  /** ISO 8601. */
  date: string;
}

export interface NewCommit {
  tree: string;
  parents: readonly string[];
  message: string;
  author: Identity;
  committer: Identity;
}

export interface Commit extends NewCommit {
  sha: string;
}

export function writeCommit(git: BareGit, commit: NewCommit): Promise<string> {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${identityLine(commit.author)}`,
    `committer ${identityLine(commit.committer)}`,
    '',
    commit.message,
  ];
  return writeObject(git, 'commit', lines.join('\n'));
}

/** Seconds, and the zone that the date was given in. */
function identityLine({ name, email, date }: Identity): string {
  if (/[<>\n\0]/.test(name + email)) {
    throw unprocessable(`${name} ${email} is no name and address of an author`);
  }
  const seconds = Math.floor(Date.parse(date) / 1000);
  if (Number.isNaN(seconds)) throw unprocessable(`the date ${date} is not ISO 8601`);
  const zone = /([+-]\d{2}):?(\d{2})$/.exec(date);
  return `${name} <${email}> ${seconds} ${zone === null ? '+0000' : `${zone[1]}${zone[2]}`}`;
}

export async function readCommit(git: BareGit, revision: string): Promise<Commit | undefined> {
  const found = await git.object(`${revision}^{commit}`);
  return found && parseCommit(found.sha, found.content.toString('utf8'));
}

function parseCommit(sha: string, text: string): Commit {
  const [head = '', message = ''] = text.split(/\n\n(.*)/s);
  const values = (key: string) =>
    [...head.matchAll(new RegExp(`^${key} (.*)$`, 'gm'))].map((match) => match[1] ?? '');
  return {
    sha,
    tree: values('tree')[0] ?? '',
    parents: values('parent'),
    author: parseIdentity(values('author')[0]),
    committer: parseIdentity(values('committer')[0]),
    message: message.replace(/\n$/, ''),
  };
}

function parseIdentity(line = ''): Identity {
  const [, name = '', email = '', seconds = '0'] = /^(.*) <(.*)> (\d+) /.exec(line) ?? [];
  return { name, email, date: new Date(Number(seconds) * 1000).toISOString() };
}

/** Commits that `git rev-list` gives for revisions and limits, in its order. */
export async function listCommits(git: BareGit, range: readonly string[]): Promise<Commit[]> {
  const shas = (await git.text(['rev-list', ...range])).split('\n').filter((sha) => sha !== '');
  const commits = await Promise.all(shas.map((sha) => readCommit(git, sha)));
  return commits.filter((commit) => commit !== undefined);
}
