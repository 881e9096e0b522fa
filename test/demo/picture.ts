/** `npm run picture`: draws docs/live-comment.png from what the demo's live comment said. Needs chromium on PATH. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { checkoutRoot } from '../github/checkout-root.ts';

const STYLE = `
  body { margin: 0; padding: 24px; background: #fff; color: #1f2328; font: 14px/1.5 system-ui, "DejaVu Sans", sans-serif; width: 820px }
  article { border: 1px solid #d1d9e0; border-radius: 6px; margin-bottom: 16px }
  header { background: #f6f8fa; border-bottom: 1px solid #d1d9e0; padding: 8px 16px; color: #59636e; border-radius: 6px 6px 0 0 }
  header b { color: #1f2328 }
  main { padding: 4px 16px }
  code { background: #eff1f3; border-radius: 6px; padding: .15em .4em; font: 12px "DejaVu Sans Mono", monospace }
  blockquote { border-left: 4px solid #d1d9e0; color: #59636e; margin: 12px 0; padding: 0 14px }
  blockquote p { margin: 6px 0 }
  table { border-collapse: collapse } th, td { border: 1px solid #d1d9e0; padding: 4px 12px }
  a { color: #0969da; text-decoration: none } ul { list-style: none; padding-left: 8px }
`;

const out = join(checkoutRoot(), 'demo-out');
const states = ['comment-working.md', 'comment.md'].map((name) => join(out, name));
const missing = states.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`run the demo first: ${missing.join(' and ')} is not there`);

const folder = mkdtempSync(join(tmpdir(), 'penguin-picture-'));
try {
  const page = join(folder, 'page.html');
  writeFileSync(
    page,
    `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>${states.map(comment).join('')}`,
  );
  execFileSync('chromium', [
    ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
    ...['--disable-background-networking', '--disable-component-update', '--hide-scrollbars'],
    ...[
      `--user-data-dir=${join(folder, 'profile')}`,
      '--force-device-scale-factor=1',
      '--window-size=868,760',
    ],
    `--screenshot=${join(checkoutRoot(), 'docs/live-comment.png')}`,
    `file://${page}`,
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function comment(file: string): string {
  // The page is ours and the text was made neutral when it was written: GitHub allows the same few tags.
  const html = micromark(readFileSync(file, 'utf8'), {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
  });
  return `<article><header><b>github-actions</b> bot commented</header><main>${html}</main></article>`;
}
