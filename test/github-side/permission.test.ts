import { describe, expect, it } from 'vitest';
import { admit } from '../../core/github/index.ts';
import { permissionOf } from '../../core/github/permission.ts';
import { jsonAnswer } from '../github/wire.ts';
import type { Role } from '../github/world/state.ts';
import { openStage } from './stage.ts';

const GET = { operation: 'repos/get-collaborator-permission-level' } as const;

/** `octo/demo`, private, with `ann` in a role. */
async function withAnn(role: Role, given: { private?: boolean } = { private: true }) {
  const stage = await openStage({ roles: { ann: role }, ...given });
  const { id } = stage.loopback.addUser('ann');
  return { ...stage, ann: { login: 'ann', id, type: 'User' } };
}

describe('whether somebody may give orders', () => {
  it.each<[Role, 'admitted' | 'refused', string]>([
    ['admin', 'admitted', 'admin'],
    ['maintain', 'admitted', 'write'],
    ['write', 'admitted', 'write'],
    ['triage', 'refused', 'read'],
    ['read', 'refused', 'read'],
    ['none', 'refused', 'none'],
  ])('is for the role %s: %s, by the permission %s', async (role, kind, permission) => {
    const { github, ann } = await withAnn(role);
    expect(await permissionOf(github, ann)).toBe(permission);
    expect(await admit(github, ann)).toMatchObject(
      kind === 'admitted'
        ? { kind }
        : { kind, permission, reason: expect.stringContaining('ask a maintainer') },
    );
  });

  it('is no for a stranger on a public repository', async () => {
    const { github, ann } = await withAnn('none', { private: false });
    expect(await admit(github, ann)).toMatchObject({ kind: 'refused', permission: 'read' });
  });

  it.each(['Bot', 'Organization', 'Mannequin', 'unknown'])('is no for a %s, without asking', async (type) => {
    const { github, ann, loopback } = await withAnn('admin');
    expect(await admit(github, { ...ann, type })).toEqual({
      kind: 'refused',
      permission: 'none',
      reason: `ann is a ${type}, not a person`,
    });
    expect(loopback.requests).toEqual([]);
  });

  it('is no when the login belongs to somebody else by now', async () => {
    const { github, ann } = await withAnn('admin');
    expect(await admit(github, { ...ann, id: ann.id + 1 })).toMatchObject({
      kind: 'refused',
      permission: 'none',
    });
  });

  it('is no for an account that is gone', async () => {
    const { github } = await withAnn('admin');
    expect(await admit(github, { login: 'nobody', id: 1, type: 'User' })).toMatchObject({
      kind: 'refused',
      permission: 'none',
    });
  });

  it.each([
    ['refuses', jsonAnswer(403, { message: 'Resource not accessible by integration' })],
    ['fails', jsonAnswer(500, { message: 'Server Error' })],
    ['hangs up', 'hang-up'],
  ] as const)('is no, and unknown, when GitHub %s', async (_, outcome) => {
    const { github, ann, loopback } = await withAnn('admin');
    loopback.intercept(GET, async () => outcome);
    expect(await admit(github, ann)).toMatchObject({
      kind: 'refused',
      permission: 'unknown',
      reason: expect.stringContaining('not knowing means no'),
    });
  });

  it.each([
    ['a permission that we do not know', (id: number) => ({ permission: 'owner', user: { id } })],
    ['no permission', (id: number) => ({ user: { id } })],
    ['no account', () => ({ permission: 'admin', user: null })],
    ['nothing', () => ({})],
  ])('is no when GitHub answers %s', async (_, body) => {
    const { github, ann, loopback } = await withAnn('admin');
    loopback.intercept(GET, async () => jsonAnswer(200, body(ann.id)));
    expect((await admit(github, ann)).kind).toBe('refused');
  });
});
