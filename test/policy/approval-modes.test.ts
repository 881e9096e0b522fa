import { describe, expect, it } from 'vitest';
import { type ApproveFn, createBuild } from '../../core/omnimessage/index.ts';
import { type ApprovalMode, approveByMode, isApprovalMode } from '../../core/policy/index.ts';

const build = createBuild(() => new Date(0));

function toolPermission(name: string): 'r' | 'rw' | undefined {
  return name === 'read_file' ? 'r' : name === 'edit_file' ? 'rw' : undefined;
}

async function answer(mode: ApprovalMode, name: string, ask?: ApproveFn) {
  const call = build({ type: 'tool_call', role: 'assistant', name, arguments: '{}', tool_call_id: 'c1' });
  const approve = approveByMode(mode, { toolPermission, ...(ask === undefined ? {} : { ask }) });
  const given = await approve(call);
  return typeof given === 'string' ? { decision: given } : given;
}

describe('an approval mode', () => {
  it.each([
    ['allow-all', 'edit_file', 'allow'],
    ['deny-all', 'read_file', 'deny'],
    ['read-only', 'read_file', 'allow'],
    ['read-only', 'edit_file', 'deny'],
    ['read-only', 'no_such_tool', 'deny'],
    ['always-ask', 'read_file', 'deny'],
  ] as const)('%s answers %s with %s when nobody is there', async (mode, tool, decision) => {
    expect(await answer(mode, tool)).toMatchObject({ decision });
  });

  it.each(['deny-all', 'read-only', 'always-ask'] as const)(
    '%s tells the model why, naming itself',
    async (mode) => {
      const { reason } = (await answer(mode, 'edit_file')) as { reason?: string };
      expect(reason).toContain(mode);
    },
  );

  it('read-only names the tool and what would be needed', async () => {
    expect(await answer('read-only', 'edit_file')).toMatchObject({
      by: 'read-only',
      reason: expect.stringMatching(/edit_file can change things.*another approval mode/),
    });
  });

  it('always-ask passes on what the person says', async () => {
    const said = { decision: 'deny', by: 'maintainer', reason: 'not today' } as const;
    expect(await answer('always-ask', 'edit_file', async () => said)).toEqual(said);
  });

  it('is one of four words', () => {
    expect(['allow-all', 'deny-all', 'read-only', 'always-ask'].every(isApprovalMode)).toBe(true);
    expect(['', 'policy', 'ALLOW-ALL', 'toString'].some(isApprovalMode)).toBe(false);
  });
});
