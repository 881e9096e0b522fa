// Builds what runs: `node build.mjs` makes the action's and the terminal's bundle in dist/, `node build.mjs demo` and `node build.mjs bench` the programs of that
// name in build/. Node 20 runs no TypeScript, so everything that is started is built first.
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** What of the dependencies nobody uses, and esbuild cannot tell. */
const lean = {
  name: 'lean',
  setup(bundle) {
    const resolve = (path, { importer, kind, resolveDir }) =>
      bundle.resolve(path, { importer, kind, resolveDir, pluginData: 'lean' });
    // Nothing happens when @actions/core is loaded: its HTTP client, which serves OIDC alone, can stay out.
    bundle.onResolve({ filter: /^\./ }, async (args) => {
      if (args.pluginData === 'lean' || !args.importer.includes('/node_modules/@actions/core/'))
        return undefined;
      return { ...(await resolve(args.path, args)), sideEffects: false };
    });
    // zod's messages in sixty languages.
    bundle.onResolve({ filter: /\/locales\/index\.js$/ }, (args) =>
      args.importer.includes('/node_modules/zod/') ? resolve('../locales/en.js', args) : undefined,
    );
  },
};

const shared = {
  absWorkingDir: root,
  // A node_modules that is a link must not show in what is built.
  preserveSymlinks: true,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  splitting: true,
  logLevel: 'warning',
  // Some dependencies are CommonJS and call require() for Node's own modules.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
};

const targets = {
  action: () =>
    build({
      ...shared,
      entryPoints: { main: 'action/main.ts', post: 'action/post.ts', penguin: 'action/terminal/main.ts' },
      outdir: 'dist',
      minify: true,
      plugins: [lean],
      legalComments: 'linked',
      metafile: true,
      define: { PENGUIN_VERSION: JSON.stringify(version) },
    }).then(({ metafile }) => {
      writeFileSync(join(root, 'dist/meta.json'), JSON.stringify(metafile));
      chmodSync(join(root, 'dist/penguin.js'), 0o755);
    }),
  demo: () =>
    build({
      ...shared,
      entryPoints: { demo: 'test/demo/main.ts' },
      outdir: 'build/demo',
      packages: 'external',
    }),
  picture: () =>
    build({
      ...shared,
      entryPoints: { picture: 'test/demo/picture.ts' },
      outdir: 'build/picture',
      packages: 'external',
    }),
  faults: () =>
    build({
      ...shared,
      entryPoints: { main: 'test/faults/main.ts', worker: 'test/faults/worker.ts' },
      outdir: 'build/faults',
      packages: 'external',
    }),
  bench: () =>
    build({
      ...shared,
      entryPoints: { bench: 'test/bench/main.ts' },
      outdir: 'build/bench',
      packages: 'external',
    }),
};

const wanted = process.argv.slice(2);
for (const name of wanted.length === 0 ? ['action'] : wanted) {
  const make = targets[name];
  if (make === undefined)
    throw new Error(`no target ${name}: choose from ${Object.keys(targets).join(', ')}`);
  rmSync(join(root, name === 'action' ? 'dist' : `build/${name}`), { recursive: true, force: true });
  await make();
}
