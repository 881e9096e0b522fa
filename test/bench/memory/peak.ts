/** The most that this process ever held, in MB. */
export function peakMegabytes(): number {
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}

/** What a Node holds that does nothing. */
export async function bareMemory(_: Record<string, never>): Promise<number> {
  return peakMegabytes();
}
