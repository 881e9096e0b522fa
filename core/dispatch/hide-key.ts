import { createRedact } from '../policy/index.ts';
import type { Scene } from './scene.ts';

/** The scene in which the model's key is a secret too, when it came from elsewhere than an input: nothing knew of it before. */
export function hideKey(key: string | undefined, scene: Scene): Scene {
  const { house, token } = scene;
  if (key === undefined || key === house.inputs('api-key')) return scene;
  house.hideSecret(key);
  return { ...scene, redact: createRedact([token, key]) };
}
