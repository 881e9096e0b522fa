// The floor of the first model request: the action's own requests, each sent as soon as those are answered that the action waits for.
import { readFileSync } from 'node:fs';

const [, , base, planFile] = process.argv;
const answers = [];
for (const { method, url, headers, body, after } of JSON.parse(readFileSync(planFile, 'utf8'))) {
  const ready = Promise.all(after.map((earlier) => answers[earlier]));
  answers.push(
    ready
      .then(() => fetch(base + url, { method, headers, ...(body === '' ? {} : { body }) }))
      .then((response) => response.text()),
  );
}
await Promise.all(answers);
