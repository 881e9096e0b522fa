// node release/check.mjs v1.2.3: refuses what must not be released, before anything is built.
import { command } from './command.mjs';
import { sourceOf } from './source.mjs';

command((tag) => console.log(`${tag} may be released from ${sourceOf(tag).commit}.`));
