/** Everything that needs the matcher, which cannot run away but is large: loaded with the first search. */
export { compileGlob } from './glob.ts';
export { compileQuery } from './line-query.ts';
