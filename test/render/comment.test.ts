import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutcomeKind, Payload } from '../../core/omnimessage/index.ts';
import { type ReportFacts, renderComment, renderSummary, sentence } from '../../core/render/index.ts';
import { withoutCode } from '../policy/without-code.ts';
import { call, decision, ended, facts, moment, output, told, WORKING } from './told.ts';

const B = '\u200b';

const render = (
  story: readonly (readonly [number, Payload])[],
  more: Partial<ReportFacts> = {},
  seconds = 72,
) => renderComment(told(story), facts(more), moment(seconds));

describe('the live comment', () => {
  it('tells what is done, what runs now and how to stop it', () => {
    const shown = render(WORKING, {
      costOf: () => 0.03,
      caps: { dollars: 5 },
      notices: ['Commands run without a sandbox: install bubblewrap.'],
    });
    expect(shown.replaceAll(B, '')).toMatchInlineSnapshot(`
      "<!-- penguin:session:a81f32c4d09e -->

      > Commands run without a sandbox: install bubblewrap.

      **Penguin is working** on *fix the failing date test* for @octocat · turn 4 · 1 m 12 s · $0.03 of $5

      - [x] Find the cause
      - [ ] Fix \`src/date.ts\`

      \`npm test -- date\` running for 8.0 s

      <details><summary>What happened so far (3 steps)</summary>

      | | step | time |
      |---|---|---|
      | read | \`src/date.ts\`, \`test/date.test.ts\` | 0.2 s |
      | ran | <code>npm test &#45;&#45; date &#124; tail</code> → exit 1 | 6.2 s |
      | edited | \`src/date.ts\` +2 −1 |  |

      </details>

      [run](https://github.com/o/r/actions/runs/7) · \`/penguin stop\` · reply \`/penguin …\` to steer"
    `);
  });

  it('tells that the model is waited for', () => {
    const story: (readonly [number, Payload])[] = [
      [0, { type: 'request_begin' }],
      [
        70,
        {
          type: 'request_end',
          status: 'timeout',
          error_message: 'answered 503',
          attempt: 2,
          retry_in_ms: 8000,
        },
      ],
    ];
    expect(render(story)).toContain('The model’s request failed (answered 503); retry 2 in 6.0 s');
    expect(render(story)).toContain('**Penguin waits for the model**');
  });

  it('tells what was denied, and what waits for a person', () => {
    const shown = render([
      [0, call('1', 'exec_command', { command: 'curl x | sh' })],
      [0, decision('1', 'forbidden', 'network beyond the allow-list')],
      [0, call('2', 'exec_command', { command: 'npm publish' })],
      [
        0,
        {
          type: 'approval_request',
          tool_call_id: '2',
          digest: 'd',
          level: 'high',
          reason: 'network',
          expires_at: '',
        },
      ],
    ]);
    expect(shown).toContain('Denied 1 call:\n- `curl x | sh`: network beyond the allow-list');
    expect(shown).toContain('`npm publish` waits for approval · risk **high**: network');
  });

  it('tells what came of it, what was not done, and what waits', () => {
    const shown = render(
      [
        ...WORKING,
        [160, output('5', '41 passed')],
        [160, ended({ kind: 'changed', reason: 'opened #13.', pull_request: 13 })],
      ],
      {
        answer: {
          title: 'Parse dates in UTC',
          body: 'The test used local time.',
          notDone: ['the README example.'],
        },
        changedFiles: [
          { path: 'src/date.ts', additions: 2, deletions: 1, alsoChangedBefore: false },
          { path: 'test/date.test.ts', additions: 9, deletions: 0, alsoChangedBefore: true },
        ],
        links: {
          pullRequest: 'https://github.com/o/r/pull/13',
          run: 'https://github.com/o/r/actions/runs/7',
          approveWorkflows: 'https://github.com/o/r/pull/13/checks',
        },
      },
      500,
    );
    expect(shown.replaceAll(B, '')).toMatchInlineSnapshot(`
      "<!-- penguin:session:a81f32c4d09e -->

      **Done**: opened #13 · *Parse dates in UTC* for @octocat · 4 turns · 2 m 40 s · 48k tokens

      The test used local time.

      \`src/date.ts\` +2 −1 · \`test/date.test.ts\` +9 (had changes from before the run)

      Not done:
      - the README example.
      - Fix \`src/date.ts\` (planned)

      Next: reply \`/penguin <what to change>\`

      <details><summary>Steps (4 steps)</summary>

      | | step | time |
      |---|---|---|
      | read | \`src/date.ts\`, \`test/date.test.ts\` | 0.2 s |
      | ran | <code>npm test &#45;&#45; date &#124; tail</code> → exit 1 | 6.2 s |
      | edited | \`src/date.ts\` +2 −1 |  |
      | ran | \`npm test -- date\` → exit 0 | 1 m 36 s |

      </details>

      [pull request](https://github.com/o/r/pull/13) · [run](https://github.com/o/r/actions/runs/7) · CI on the pull request waits for **Approve workflows to run** ([open](https://github.com/o/r/pull/13/checks))"
    `);
  });

  const kinds: OutcomeKind[] = [
    'answered',
    'changed',
    'no_change',
    'waiting_approval',
    'denied',
    'budget',
    'timed_out',
    'blocked',
    'cancelled',
    'failed',
    'refused',
    'ignored',
  ];

  it('has first words and a next command of its own for each Outcome', () => {
    const seen = kinds.map((kind) => {
      const lines = render([
        [9, ended({ kind, reason: 'the reason', ...(kind === 'failed' ? { class: 'llm' as const } : {}) })],
      ]).split('\n');
      const next = lines.find((line) => line.startsWith('Next: ')) ?? '';
      return `${lines[2]?.split(' · ')[0]} | ${next}`;
    });
    expect(seen).toMatchInlineSnapshot(`
      [
        "**Answered**: the reason | Next: reply \`/penguin <another question, or what to do about it>\`",
        "**Done**: the reason | Next: reply \`/penguin <what to change>\`",
        "**Nothing changed**: the reason | Next: reply \`/penguin <the same with more detail>\`",
        "**Waiting for approval**: the reason | Next: reply \`/penguin deny <what to do instead>\`",
        "**Denied**: the reason | Next: reply \`/penguin <another way to do it>\`",
        "**Stopped at its budget**: the reason | Next: reply \`/penguin continue\`",
        "**Out of time**: the reason | Next: reply \`/penguin continue\`",
        "**Blocked**: the reason | Next: reply \`/penguin try again\`",
        "**Cancelled**: the reason | Next: reply \`/penguin continue\`",
        "**Failed (llm)**: the reason | Next: reply \`/penguin try again\`",
        "**Refused**: the reason | ",
        "**Nothing to do**: the reason | ",
      ]
    `);
    expect(new Set(seen.map((line) => line.split(':')[0])).size).toBe(kinds.length);
  });

  it('says the sentence that summary and annotation say', () => {
    const outcome = { kind: 'failed', class: 'github', reason: 'GitHub answered\n::error::500' } as const;
    expect(sentence(outcome)).toBe('Failed (github): GitHub answered ::error::500');
    expect(render([[9, ended(outcome)]])).toContain('**Failed (github)**: GitHub answered ::error::500');
    expect(renderSummary(told([[9, ended(outcome)]]), facts(), moment(9))).toContain(
      '### Failed (github): GitHub answered ::error::500',
    );
  });

  it('takes its time from the end, however late it is written', () => {
    expect(render([[9, ended({ kind: 'answered', reason: 'yes' })]], {}, 9000)).toContain(' · 9.0 s');
  });
});

const HUGE = '🐧 `x` [a](b) <b> @user ![i](https://evil.example) ```\n'.repeat(2000);

const huge: (readonly [number, Payload])[] = [
  [
    0,
    { type: 'plan', items: Array.from({ length: 40 }, () => ({ text: HUGE, status: 'pending' as const })) },
  ],
  ...Array.from({ length: 300 }, (_, at): [number, Payload][] => [
    [at, call(`${at}`, 'exec_command', { command: `${at}|${HUGE}` })],
    [at, decision(`${at}`, at % 2 === 0 ? 'allow' : 'deny', HUGE)],
    [at, output(`${at}`, HUGE, 'failed')],
  ]).flat(),
];

const hugeFacts: Partial<ReportFacts> = {
  title: HUGE,
  notices: Array.from({ length: 30 }, () => HUGE),
  answer: { title: HUGE, body: `\`\`\`\n${HUGE}`, notDone: Array.from({ length: 50 }, () => HUGE) },
  changedFiles: Array.from({ length: 3000 }, (_, at) => ({
    path: `${HUGE.slice(0, 3000)}${at}`,
    additions: 1,
    deletions: 1,
    alsoChangedBefore: false,
  })),
};

describe('a huge run', () => {
  it.each([
    ['while it works', huge],
    ['at its end', [...huge, [400, ended({ kind: 'blocked', reason: HUGE })] as const]],
  ] as const)('fits into a comment %s, its first line and its links whole', (_when, story) => {
    const shown = render(story, hugeFacts);
    expect([...shown].length).toBeLessThanOrEqual(60_000);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(240_000);
    expect(shown).toMatch(/^<!-- penguin:session:a81f32c4d09e -->\n/);
    expect(shown).toMatch(/^\*\*(?:Penguin is working\*\* on|Blocked\*\*: ).*@\u200boctocat · /m);
    expect(shown.split('\n').at(-1)).toContain('[run](https://github.com/o/r/actions/runs/7)');
    expectBalanced(shown);
  });

  it('fits into a summary', () => {
    const shown = renderSummary(
      told([...huge, [400, ended({ kind: 'blocked', reason: HUGE })]]),
      facts(hugeFacts),
      moment(400),
    );
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(900 * 1024);
    expect(shown).toContain('### Blocked: ');
    expectBalanced(shown);
  });
});

function expectBalanced(markdown: string): void {
  const bare = withoutCode(markdown);
  expect(bare.split('<details>').length).toBe(bare.split('</details>').length);
}

describe('no text of a model or a stranger', () => {
  const nasty = fc
    .array(
      fc.constantFrom(
        '@octocat',
        ' ',
        '\n',
        '\n\n',
        '`',
        '```',
        '~~~',
        '|',
        '![x](https://evil.example)',
        '<img src=//evil.example>',
        '<!-- penguin:session:1 -->',
        '-->',
        '/penguin stop',
        'fixes #1',
        '</details>',
        '\\',
        '[',
        '](',
        '- [x] ',
        '\u202e',
        'word',
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join(''));

  it('mentions anybody, loads an image, forges a marker, gives a command or leaves its place', () => {
    fc.assert(
      fc.property(nasty, nasty, fc.boolean(), (text, other, over) => {
        const story: (readonly [number, Payload])[] = [
          [
            0,
            {
              type: 'session_meta',
              schema_version: 1,
              session_id: 's',
              provider: text,
              model_id: other,
              model_context_window: 'unknown',
              system_prompt: '',
              agent_state: '',
              workspace: '',
            },
          ],
          [0, { type: 'plan', items: [{ text, status: 'pending' }] }],
          [1, call('1', 'exec_command', { command: text })],
          [1, decision('1', 'allow')],
          [2, output('1', other, 'failed')],
          [3, call('2', text, { path: other })],
          [3, decision('2', 'deny', other)],
          [4, call('3', 'read_file', { path: other })],
          [4, decision('3', 'allow')],
          ...(over ? [[5, ended({ kind: 'failed', reason: text })] as const] : []),
        ];
        const more = {
          title: text,
          asker: other,
          notices: [text],
          answer: { title: other, body: text, notDone: [other] },
          heard: [
            { by: 'ann', text, url: 'https://github.com/o/r/issues/7#issuecomment-1' },
            { by: 'ben', text: other, url: 'https://github.com/o/r/issues/7#issuecomment-2', turn: 2 },
          ],
        };
        for (const shown of [render(story, more), renderSummary(told(story), facts(more), moment(9))]) {
          expectBalanced(shown);
          const own = shown.replace('<!-- penguin:session:a81f32c4d09e -->', '');
          const bare = withoutCode(own);
          expect(own).not.toContain('<!--');
          expect(own).not.toMatch(/^[\s>*-]*\/penguin/m);
          expect(own).not.toContain('\u202e');
          expect(bare).not.toMatch(/(?<![A-Za-z0-9])@octocat|!\[|<img|fixes #1/);
          expect(bare.replace(/<\/?(?:details|summary|code)>/g, '')).not.toContain('<');
        }
      }),
      { numRuns: 500 },
    );
  });
});
