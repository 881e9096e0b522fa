/** An artifact is uploaded once, by the real client, which waits a few seconds before it asks again. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { uploadArtifact } from '../../core/github/index.ts';
import { faults } from '../github/faults.ts';
import { tempDir } from '../support/temp.ts';
import { openStage } from './stage.ts';

async function withRun() {
  const stage = await openStage();
  const run = await stage.repository.addRun({ workflow: 'penguin.yml', event: 'issues', actor: 'octo' });
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('ACTIONS_RESULTS_URL', stage.loopback.resultsUrl);
  vi.stubEnv('ACTIONS_RUNTIME_TOKEN', stage.loopback.tokens.runtime(run));
  vi.stubEnv('GITHUB_SERVER_URL', stage.loopback.serverUrl);
  const rootDir = tempDir();
  const file = join(rootDir, 'trace.jsonl');
  writeFileSync(file, '{}\n');
  const upload = () => uploadArtifact({ name: 'trace', files: [file], rootDir, retentionDays: 7 });
  const whole = () =>
    [...stage.repository.artifacts.values()].flatMap(({ id, name, content }) =>
      content === undefined ? [] : [{ id, name }],
    );
  return { ...stage, upload, whole };
}

it('an artifact whose last answer is lost is there once', async () => {
  const { upload, whole, loopback } = await withRun();
  const { taken } = loopback.intercept(
    { operation: 'artifacts/FinalizeArtifact', times: 1 },
    faults()['502-after'].action,
  );
  const id = await upload();
  expect(taken).toHaveLength(1);
  expect(whole()).toEqual([{ id, name: 'trace' }]);
});

it('an artifact whose first answer is lost gets another name', async () => {
  const { upload, whole, loopback } = await withRun();
  loopback.intercept({ operation: 'artifacts/CreateArtifact', times: 1 }, faults()['502-after'].action);
  const id = await upload();
  expect(whole()).toEqual([{ id, name: 'trace-again' }]);
});
