import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { description } from './description.ts';

const compiled = new Map<string, ValidateFunction>();
let ajv: Ajv | undefined;

/**
 * What is wrong with `value`, as sentences; empty when it conforms to the schema at `path`, the keys that lead to it
 * in the description. Each schema is compiled when it is first used.
 */
export function violations(path: readonly string[], value: unknown): string[] {
  const validate = validator(path);
  return validate(value) ? [] : (validate.errors ?? []).map(sentence);
}

function validator(path: readonly string[]): ValidateFunction {
  const pointer = path.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const known = compiled.get(pointer);
  if (known !== undefined) return known;
  const validate = compiler().compile({ $ref: `github#/${encodeURI(pointer)}` });
  compiled.set(pointer, validate);
  return validate;
}

function compiler(): Ajv {
  if (ajv !== undefined) return ajv;
  ajv = new Ajv({ strict: false, logger: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'github', ...description() });
  return ajv;
}

function sentence(error: ErrorObject): string {
  const allowed = 'allowedValues' in error.params ? ` (${String(error.params.allowedValues)})` : '';
  return `${error.instancePath || 'the body'} ${error.message ?? error.keyword}${allowed}`;
}
