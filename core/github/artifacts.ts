/** The only place that talks to Actions' artifact service, whose large client is loaded when there is something to upload. */

/** Uploads files as one artifact of this run and returns its id. Its name must be new in the run. */
export async function uploadArtifact(artifact: {
  name: string;
  files: string[];
  rootDir: string;
  retentionDays: number;
}): Promise<number> {
  const { name, files, rootDir, retentionDays } = artifact;
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const { id } = await new DefaultArtifactClient().uploadArtifact(name, files, rootDir, { retentionDays });
  if (id === undefined) throw new Error(`artifact ${name}: the service named no id`);
  return id;
}
