/** The parts that payloads share. What cannot be what GitHub says it is counts as missing. */
import { validRef } from '../git/index.ts';
import type { Fields } from './payload.ts';
import type { Actor, Repository, Thread } from './trigger.ts';

/** No account or repository has another name; a name becomes part of an address. */
const NAME = /^(?!\.{1,2}$)[\w.-]{1,100}$/;
/** GitHub keeps at most so much of a text, in characters. */
const MAX_TEXT = 262_144;

export function readRepository(repository: Fields): Repository | undefined {
  const owner = repository.at('owner').text('login');
  const repo = repository.text('name');
  if (owner === undefined || repo === undefined || !NAME.test(owner) || !NAME.test(repo)) return undefined;
  const branch = repository.text('default_branch') ?? '';
  return {
    owner,
    repo,
    defaultBranch: validRef(branch) ? branch : 'main',
    private: repository.flag('private'),
  };
}

export function readThread(issue: Fields): Thread | undefined {
  const number = issue.id('number');
  if (number === undefined) return undefined;
  return {
    kind: issue.has('pull_request') ? 'pull_request' : 'issue',
    number,
    title: textIn(issue, 'title'),
    body: textIn(issue, 'body'),
    author: readActor(issue.at('user')),
    createdAt: issue.text('created_at') ?? '',
  };
}

/** Undefined for an account that is gone. */
export function readActor(user: Fields): Actor | undefined {
  const login = user.text('login');
  const id = user.id('id');
  if (login === undefined || login === '' || id === undefined) return undefined;
  return { login, id, type: user.text('type') ?? 'unknown' };
}

export function textIn(fields: Fields, name: string): string {
  return (fields.text(name) ?? '').slice(0, MAX_TEXT);
}
