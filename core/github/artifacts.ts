/** The only place that talks to Actions' artifact service, whose large client is loaded when there is something to upload. */

/** The service's word for a name that the run has used already. */
const TAKEN = /\b409\b|already exists/i;

/**
 * Uploads files as one artifact of this run and returns its id. Its name is new in the run; when an answer is lost, the client asks
 * again and hears that the name is taken: then the artifact is there, or only its name, and it gets another.
 */
export async function uploadArtifact(artifact: {
  name: string;
  files: string[];
  rootDir: string;
  retentionDays: number;
}): Promise<number> {
  const { name, files, rootDir, retentionDays } = artifact;
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const client = new DefaultArtifactClient();

  async function upload(as: string): Promise<number> {
    const { id } = await client.uploadArtifact(as, files, rootDir, { retentionDays });
    if (id === undefined) throw new Error(`artifact ${as}: the service named no id`);
    return id;
  }

  async function find(): Promise<number | undefined> {
    const { artifacts } = await client.listArtifacts();
    return artifacts.find((found) => found.name === name)?.id;
  }

  try {
    return await upload(name);
  } catch (error) {
    if (!TAKEN.test(String(error))) throw error;
    return (await find()) ?? upload(`${name}-again`);
  }
}
