import type { Section } from './section.ts';

/** The parts of the bench in the order in which they run. To add one: a folder, a row. Each loads what it needs itself. */
export const SECTIONS = {
  start: async () => (await import('./start/section.ts')).start,
  bundle: async () => (await import('./start/bundle.ts')).bundle,
  turn: async () => (await import('./turn/section.ts')).turn,
  streaming: async () => (await import('./streaming/section.ts')).streaming,
  memory: async () => (await import('./memory/section.ts')).memory,
  trace: async () => (await import('./trace/section.ts')).trace,
  writes: async () => (await import('./writes/section.ts')).writes,
} satisfies Record<string, () => Promise<Section>>;

export type SectionName = keyof typeof SECTIONS;

export function isSectionName(name: string): name is SectionName {
  return Object.hasOwn(SECTIONS, name);
}

export function sectionNames(): SectionName[] {
  return Object.keys(SECTIONS).filter(isSectionName);
}
