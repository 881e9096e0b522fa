/** What the documents show is what there is. `npm run docs` writes the generated parts anew. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { type Flag, RUN_FLAGS } from '../action/terminal/flags.ts';
import { commandParser } from '../core/dispatch/commands.ts';
import { readTrigger } from '../core/github/index.ts';
import { findProvider, providerNames } from '../core/llm/index.ts';
import { configSchema } from '../core/state/config.ts';
import { parseConfig } from '../core/state/parse-config.ts';
import { checkoutRoot } from './github/checkout-root.ts';

const path = (name: string) => join(checkoutRoot(), name);
const read = (name: string) => readFileSync(path(name), 'utf8');

interface Described {
  description: string;
  default?: string;
}
const action: { inputs: Record<string, Described>; outputs: Record<string, Described> } = parse(
  read('action.yml'),
);

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ').replaceAll('|', '\\|');

/** What a JSON Schema says of a key. */
interface Key {
  description?: string;
  default?: string;
  required?: string[];
  properties?: Record<string, Key>;
  items?: Key;
  additionalProperties?: Key | false;
}

/** Every key of the configuration with its place, those inside it below it. */
function keysOf(schema: Key, place = ''): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, key]) => {
    const path = `${place}${name}`;
    const given = schema.required?.includes(name) === true ? 'must be there' : (key.default ?? '');
    const row = [`\`${path}\``, given, oneLine(key.description ?? '')];
    const { items, additionalProperties: values } = key;
    const inside = items ? keysOf(items, `${path}[].`) : values ? keysOf(values, `${path}.<id>.`) : [];
    return [row, ...keysOf(key, `${path}.`), ...inside];
  });
}

const GENERATED: Record<string, () => string> = {
  config: () =>
    table(
      ['key', 'default', 'meaning'],
      keysOf(z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'throw' }) as Key),
    ),
  commands: () =>
    table(
      ['command', 'what it does'],
      commandParser()
        .listCommands()
        .map(({ usage, description }) => [`\`${usage}\``, description]),
    ),
  inputs: () =>
    table(
      ['input', 'default', 'meaning'],
      Object.entries(action.inputs).map(([name, { description, default: value }]) => [
        `\`${name}\``,
        value === undefined ? '' : `\`${value}\``,
        oneLine(description),
      ]),
    ),
  outputs: () =>
    table(
      ['output', 'meaning'],
      Object.entries(action.outputs).map(([name, { description }]) => [`\`${name}\``, oneLine(description)]),
    ),
  flags: () => table(['flag', 'meaning'], flagRows(RUN_FLAGS)),
  providers: () =>
    table(
      ['provider', 'address', 'usual name of the secret'],
      providerNames().map((name) => {
        const lookup = findProvider(name);
        if (lookup.kind === 'unknown') throw new Error(lookup.message);
        return [
          `\`${name}\``,
          lookup.provider.baseUrl ?? 'input `base-url`',
          `\`${lookup.provider.keyVariable}\``,
        ];
      }),
    ),
};

const flagRows = (flags: Readonly<Record<string, Flag>>) =>
  Object.entries(flags).map(([name, { value, help }]) => [
    value === undefined ? `\`--${name}\`` : `\`--${name} <${value}>\``,
    help,
  ]);

const PART = /<!-- generated: (\w+) -->\n([\s\S]*?)<!-- end -->/g;

describe.each(['docs/commands.md', 'docs/action.md', 'docs/config.md', 'docs/terminal.md'])('%s', (name) => {
  it('has its generated parts up to date', () => {
    const generated = read(name).replace(PART, (_, part: string) => {
      const make = GENERATED[part];
      if (make === undefined) throw new Error(`${name}: nothing generates "${part}"`);
      return `<!-- generated: ${part} -->\n${make()}\n<!-- end -->`;
    });
    if (process.env.UPDATE_DOCS === '1') writeFileSync(path(name), generated);
    expect(read(name)).toBe(generated);
  });
});

describe('README', () => {
  it('shows the workflow as it is in examples/', () => {
    const shown = /```yaml\n([\s\S]*?)```/.exec(read('README.md'))?.[1] ?? '';
    const dedented = shown.replace(/^ {3}/gm, '');
    expect(dedented).toBe(read('examples/penguin.yml'));
  });

  it('links to files that exist', () => {
    const links = [...read('README.md').matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(
      ([, target]) => target ?? '',
    );
    expect(links.length).toBeGreaterThan(8);
    for (const link of links) expect(() => readFileSync(path(link)), link).not.toThrow();
  });
});

describe('docs/dependencies.md', () => {
  it('names every dependency, and no other', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const named = [...read('docs/dependencies.md').matchAll(/^\| (`[^|\n]+`) +\|/gm)].flatMap(([, cell]) =>
      [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    expect(named.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted());
  });
});

describe('docs/config.md', () => {
  const blocks = [...read('docs/config.md').matchAll(/```yaml\n([\s\S]*?)```/g)].map(
    ([, block]) => block ?? '',
  );

  it('shows the example as it is in examples/, which the action takes', () => {
    expect(blocks[0]).toBe(read('examples/penguin-config.yml'));
    expect(parseConfig(blocks[0] ?? '', 'penguin.yml')).toMatchObject({ kind: 'config' });
  });

  it('shows every key in the example', () => {
    const names = keysOf(z.toJSONSchema(configSchema) as Key).map(([path]) => path?.match(/(\w+)`$/)?.[1]);
    expect(names.filter((name) => !blocks[0]?.includes(`${name}:`))).toEqual([]);
  });

  it('quotes a mistake as the action tells it', () => {
    const file = ['default_model:', '  provider: openai', '  model_id: m', 'models:', '  - provider: openai'];
    const reading = parseConfig(
      [...file, '    model_id: m', '    api_key: k'].join('\n'),
      '.github/penguin.yml',
    );
    expect(read('docs/config.md')).toContain(`\n${reading.kind === 'wrong' ? reading.problem : ''}\n`);
  });

  it('has the variable of the key where the step has it', () => {
    const [step] = parse(blocks[1] ?? '');
    const variable = parse(blocks[0] ?? '').models[0].api_key_env;
    expect(step.env).toEqual({ [variable]: `\${{ secrets.${variable} }}` });
  });
});

/** Whether an event, as a workflow names it, starts something. */
const starts = (event: string, action?: string) => {
  const trigger = readTrigger(event, action === undefined ? {} : { action });
  return !(trigger.kind === 'none' && trigger.reason.endsWith('starts nothing'));
};

describe('the table of what starts the action', () => {
  it('names events that start something', () => {
    const [, part = ''] = /## What starts it\n([\s\S]*?)\n## /.exec(read('docs/action.md')) ?? [];
    const rows = [...part.matchAll(/^\| `(\w+)`(?: `(\w+)`)? \|/gm)].map(([, event = '', type]) => ({
      event,
      type,
    }));
    expect(rows).toHaveLength(6);
    for (const { event, type } of rows) expect(starts(event, type), `${event} ${type}`).toBe(true);
  });
});

describe('the example workflow', () => {
  it('listens to nothing but what starts the action', () => {
    const on: Record<string, { types?: string[] }> = parse(read('examples/penguin.yml')).on;
    for (const [event, { types }] of Object.entries(on)) {
      for (const type of types ?? [undefined]) expect(starts(event, type), `${event} ${type}`).toBe(true);
    }
  });

  it('sets only inputs that the action has, and every permission with its reason', () => {
    const workflow = parse(read('examples/penguin.yml'));
    const step = workflow.jobs.penguin.steps.find(({ uses }: { uses?: string }) =>
      uses?.startsWith('penguin/agent@'),
    );
    expect(Object.keys(step.with).filter((name) => !(name in action.inputs))).toEqual([]);
    for (const name of Object.keys(workflow.jobs.penguin.permissions)) {
      expect(read('examples/penguin.yml')).toMatch(new RegExp(`^ +${name}: write # .*without it`, 'm'));
    }
    expect(read('examples/penguin.yml')).toMatch(/contents: write # .*without it/);
  });
});
