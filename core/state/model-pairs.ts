/** What a schema cannot say of a configuration: which model is which. */
import type { Config } from './config.ts';
import type { ReadDocument } from './config-document.ts';
import type { Problem } from './problem.ts';

/** A model is always the pair, never a part of it. */
export interface ModelPair {
  provider: string;
  model_id: string;
}

export function isSameModel(one: ModelPair, other: ModelPair): boolean {
  return one.provider === other.provider && one.model_id === other.model_id;
}

/** Two entries for one model, and a default that has no entry. */
export function pairProblems({ models = [], default_model }: Config, document: ReadDocument): Problem[] {
  const twice = models.flatMap((entry, index) => {
    const first = models.findIndex((other) => isSameModel(entry, other));
    if (first === index) return [];
    const text = `models[${index}] is ${pairName(entry)}, and so is models[${first}]: keep one`;
    return [{ position: document.positionOf(['models', index]), text }];
  });
  if (default_model === undefined || models.some((entry) => isSameModel(entry, default_model))) return twice;
  const text = `default_model is ${pairName(default_model)}, which is not in models: ${defaultCure(models)}`;
  return [...twice, { position: document.positionOf(['default_model']), text }];
}

function defaultCure(models: readonly ModelPair[]): string {
  if (models.length === 0) return 'add it there';
  return `add it there, or use ${models.slice(0, 5).map(pairName).join(', ')}`;
}

function pairName({ provider, model_id }: ModelPair): string {
  return `${provider} "${model_id}"`;
}
