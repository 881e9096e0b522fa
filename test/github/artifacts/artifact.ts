import { createHash } from 'node:crypto';
import { notFound } from '../world/refusal.ts';
import {
  type Artifact,
  type Repository,
  timestamp,
  type WorkflowRun,
  type World,
  wholeSeconds,
} from '../world/state.ts';

const DEFAULT_RETENTION_DAYS = 90;
const DAY = 86_400_000;

export interface NewArtifact {
  run: WorkflowRun;
  name: string;
  mimeType: string;
  expiresAt: string | undefined;
}

/** Begins an artifact; undefined when the run has one of that name already, since artifacts never change. */
export function beginArtifact(
  world: World,
  { run, name, mimeType, expiresAt }: NewArtifact,
): Artifact | undefined {
  if (artifactOf(run, name) !== undefined) return undefined;
  const preset = wholeSeconds(new Date(world.now().getTime() + DEFAULT_RETENTION_DAYS * DAY));
  const artifact: Artifact = {
    id: world.nextId(),
    name,
    run,
    mimeType,
    createdAt: timestamp(world),
    expiresAt: expiresAt ?? preset,
    content: undefined,
    digest: undefined,
  };
  run.repository.artifacts.set(artifact.id, artifact);
  return artifact;
}

/** Makes an artifact visible. */
export function finishArtifact(artifact: Artifact, content: Buffer): void {
  artifact.content = content;
  artifact.digest = digestOf(content);
}

export function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

export function artifactOf(run: WorkflowRun, name: string): Artifact | undefined {
  return [...run.repository.artifacts.values()].find(
    (artifact) => artifact.run === run && artifact.name === name,
  );
}

/** What has been uploaded whole. */
export function finishedArtifacts(repository: Repository): Artifact[] {
  return [...repository.artifacts.values()].filter(({ content }) => content !== undefined);
}

export function findArtifact(repository: Repository, id: number): Artifact {
  const artifact = repository.artifacts.get(id);
  if (artifact?.content === undefined) throw notFound();
  return artifact;
}
