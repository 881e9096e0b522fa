/** Holds the rooms and arrows of the design: who may import whom, by doors only; type imports and dynamic imports count. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** The rooms of `core/` that each place may enter, and the packages that it may use. */
const MAY_IMPORT: Record<string, { rooms: string[]; packages: string[] }> = {
  'core/omnimessage': { rooms: [], packages: ['zod'] },
  'core/engine': { rooms: ['omnimessage'], packages: [] },
  'core/llm': { rooms: ['omnimessage'], packages: ['openai', '@ai-sdk/anthropic', '@ai-sdk/provider'] },
  'core/git': { rooms: ['omnimessage'], packages: ['node:'] },
  'core/policy': { rooms: ['omnimessage'], packages: ['node:buffer'] },
  'core/environment': { rooms: ['omnimessage'], packages: ['node:', 'zod', 'ignore', 're2js'] },
  'core/trace': { rooms: ['omnimessage'], packages: ['node:'] },
  'core/state': {
    rooms: ['omnimessage', 'policy', 'approvals', 'llm', 'environment'],
    packages: ['zod', 'yaml'],
  },
  'core/github': {
    rooms: ['omnimessage', 'approvals', 'policy', 'state', 'git'],
    packages: ['node:', '@octokit/request', '@octokit/request-error', '@octokit/types', '@actions/artifact'],
  },
  'core/render': { rooms: ['omnimessage', 'approvals', 'policy'], packages: [] },
  'core/session': {
    rooms: ['omnimessage', 'engine', 'llm', 'environment', 'policy', 'approvals', 'trace', 'state', 'git'],
    packages: ['node:'],
  },
  'core/dispatch': {
    rooms: [
      'omnimessage',
      'engine',
      'llm',
      'git',
      'policy',
      'environment',
      'approvals',
      'trace',
      'state',
      'github',
      'render',
      'session',
    ],
    packages: ['node:'],
  },
  core: {
    rooms: ['dispatch', 'session', 'llm', 'omnimessage', 'trace', 'policy', 'environment'],
    packages: [],
  },
  action: { rooms: [''], packages: ['node:', '@actions/core'] },
  app: { rooms: [''], packages: ['node:', 'probot'] },
};

/** What only certain files may touch, whatever their room may import. */
const TOUCH: { what: string; pattern: RegExp; only: RegExp }[] = [
  {
    what: 'the process (environment, exit code, standard streams, signals)',
    pattern: /\bprocess\.(env|exit|exitCode|stdin|stdout|stderr|on|once|argv|cwd|chdir)\b/,
    only: /^(action|app)\//,
  },
  { what: 'the console', pattern: /\bconsole\./, only: /^(action|app)\// },
  {
    what: 'the wall clock',
    pattern: /\bDate\.now\(|new Date\(\)|performance\.now\(/,
    only: /^(action|app)\//,
  },
  { what: 'randomness', pattern: /\bMath\.random\(|\brandomBytes\(|\brandomUUID\(/, only: /^(action|app)\// },
  {
    what: "GitHub's network",
    pattern: /@octokit\/request['"]|@actions\/artifact/,
    only: /^core\/github\/(client|artifacts)\.ts$/,
  },
];

const files = ['action', 'app', 'core'].flatMap(sources);

describe('rooms', () => {
  it('are found', () => {
    expect(files.length).toBeGreaterThan(50);
  });

  it.each(files)('%s enters only the rooms that the design lets it', (file) => {
    expect(importsOf(file).flatMap((specifier) => complaint(file, specifier))).toEqual([]);
  });

  it.each(files)('%s touches only what its room may touch', (file) => {
    const code = withoutComments(file);
    const touched = TOUCH.filter(({ pattern, only }) => pattern.test(code) && !only.test(file));
    expect(touched.map(({ what }) => what)).toEqual([]);
  });
});

describe('the guard', () => {
  it('sees static, type, re-exported, dynamic and type-position imports', () => {
    const code = `import a from './a.ts'; import type { B } from './b.ts'; export * from './c.ts';
      const d = import('./d.ts'); type E = import('./e.ts').E;`;
    expect(specifiersIn('sample.ts', code)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts']);
  });

  it('refuses a dynamic import that is no literal', () => {
    expect(() => specifiersIn('sample.ts', 'const name = "x"; import(name)')).toThrow(/no literal/);
  });

  it('refuses a side door, an unknown package and an arrow against the design', () => {
    expect(complaint('core/engine/turn.ts', '../omnimessage/types.ts')).toHaveLength(1);
    expect(complaint('core/engine/turn.ts', '../llm/index.ts')).toHaveLength(1);
    expect(complaint('core/engine/turn.ts', 'node:fs')).toHaveLength(1);
    expect(complaint('core/engine/turn.ts', '../omnimessage/index.ts')).toEqual([]);
  });
});

function sources(folder: string): string[] {
  try {
    return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  } catch {
    return [];
  }
}

function importsOf(file: string): string[] {
  return specifiersIn(file, readFileSync(join(ROOT, file), 'utf8'));
}

function specifiersIn(name: string, code: string): string[] {
  const { module, program, errors } = parseSync(name, code);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const found = new Map<number, string>();
  for (const { moduleRequest } of module.staticImports) found.set(moduleRequest.start, moduleRequest.value);
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest } of entries) {
      if (moduleRequest != null) found.set(moduleRequest.start, moduleRequest.value);
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    found.set(moduleRequest.start, literal(name, code.slice(moduleRequest.start, moduleRequest.end)));
  }
  walk(program, (node) => {
    if (node.type === 'TSImportType') found.set(Number(node.start), literalOf(node.source ?? node.argument));
    if (node.type === 'TSExternalModuleReference') found.set(Number(node.start), literalOf(node.expression));
  });
  return [...found].sort(([a], [b]) => a - b).map(([, specifier]) => specifier);
}

function literal(name: string, text: string): string {
  const match = /^(['"])(.*)\1$/.exec(text.trim());
  if (match?.[2] === undefined) throw new Error(`${name}: a dynamic import that is no literal: ${text}`);
  return match[2];
}

function literalOf(node: unknown): string {
  if (typeof node === 'object' && node !== null) {
    if ('value' in node && typeof node.value === 'string') return node.value;
    if ('literal' in node) return literalOf(node.literal);
  }
  return '?';
}

function walk(node: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const child of node) walk(child, visit);
  else if (typeof node === 'object' && node !== null) {
    const fields = node as Record<string, unknown>;
    if (typeof fields.type === 'string') visit(fields);
    for (const child of Object.values(fields)) walk(child, visit);
  }
}

function complaint(file: string, specifier: string): string[] {
  const place = placeOf(file);
  const rules = MAY_IMPORT[place];
  if (rules === undefined) return [`${file}: no rule for ${place}`];
  if (!specifier.startsWith('.')) {
    const allowed = rules.packages.some((name) =>
      name.endsWith(':')
        ? specifier.startsWith(name)
        : specifier === name || specifier.startsWith(`${name}/`),
    );
    return allowed ? [] : [`${file}: ${place} may not use ${specifier}`];
  }
  const target = relative(ROOT, resolve(ROOT, dirname(file), specifier)).replaceAll('\\', '/');
  if (placeOf(target) === place) return [];
  const room = target.startsWith('core/') ? placeOf(target).replace(/^core\/?/, '') : undefined;
  if (room === undefined || !rules.rooms.includes(room)) return [`${file}: ${place} may not enter ${target}`];
  return target.endsWith('/index.ts') ? [] : [`${file}: enters ${target} by a side door`];
}

/** `core/engine` for its files, `core` for its door, `action` and `app` as wholes. */
function placeOf(file: string): string {
  const [top = '', room = ''] = file.split('/');
  return top === 'core' && !room.endsWith('.ts') ? `core/${room}` : top;
}

function withoutComments(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '');
}
