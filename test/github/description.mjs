#!/usr/bin/env node
// Makes description.json: the part of GitHub's OpenAPI description that the loopback GitHub serves.
//
//   node test/github/description.mjs
//
// fetches the pinned package (about 30 MB) into a temporary folder and writes the file anew. To serve one more
// operation, add its id here, run the script, and write its handler. Schemas leave as plain JSON Schema (draft 7):
// references point into `schemas`, `nullable` has become a null type, prose and examples are dropped.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OPERATIONS = [
  'actions/cancel-workflow-run',
  'actions/create-workflow-dispatch',
  'actions/download-artifact',
  'actions/get-artifact',
  'actions/get-workflow-run',
  'actions/list-artifacts-for-repo',
  'actions/list-workflow-run-artifacts',
  'actions/list-workflow-runs',
  'actions/list-workflow-runs-for-repo',
  'checks/create',
  'checks/get',
  'checks/list-for-ref',
  'checks/update',
  'git/create-blob',
  'git/create-commit',
  'git/create-ref',
  'git/create-tree',
  'git/delete-ref',
  'git/get-blob',
  'git/get-commit',
  'git/get-ref',
  'git/get-tree',
  'git/list-matching-refs',
  'git/update-ref',
  'issues/add-labels',
  'issues/create',
  'issues/create-comment',
  'issues/delete-comment',
  'issues/get',
  'issues/get-comment',
  'issues/list-comments',
  'issues/list-labels-on-issue',
  'issues/update',
  'issues/update-comment',
  'pulls/create',
  'pulls/get',
  'pulls/list',
  'pulls/list-files',
  'pulls/list-review-comments',
  'pulls/update',
  'reactions/create-for-issue',
  'reactions/create-for-issue-comment',
  'reactions/delete-for-issue',
  'reactions/delete-for-issue-comment',
  'reactions/list-for-issue',
  'reactions/list-for-issue-comment',
  'repos/compare-commits-with-basehead',
  'repos/get',
  'repos/get-branch',
  'repos/get-collaborator-permission-level',
  'repos/get-content',
  'repos/list-commits',
  'search/issues-and-pull-requests',
  'users/get-authenticated',
  'users/get-by-username',
];

const WEBHOOKS = [
  'issue-comment-created',
  'issue-comment-edited',
  'issues-assigned',
  'issues-labeled',
  'issues-opened',
  'workflow-dispatch',
];

const PACKAGE = '@octokit/openapi';
const VERSION = '23.0.2';
const LICENCE = "MIT, Copyright (c) 2020 Octokit contributors; the description within is GitHub's, MIT";
/** Keys of a schema that constrain nothing. */
const PROSE = new Set([
  'description',
  'example',
  'examples',
  'title',
  'externalDocs',
  'deprecated',
  'discriminator',
]);
const TARGET = fileURLToPath(new URL('./description.json', import.meta.url));

const source = fetchSource();
const operations = Object.fromEntries(findOperations().map(({ id, ...rest }) => [id, describe(rest)]));
const webhooks = Object.fromEntries(WEBHOOKS.map((name) => [name, webhookSchema(name)]));
const schemas = reachedSchemas([operations, webhooks]);
writeFileSync(TARGET, print({ operations, webhooks, schemas }));

function fetchSource() {
  const folder = mkdtempSync(join(tmpdir(), 'github-description-'));
  try {
    const packed = execFileSync('npm', ['pack', '--silent', `${PACKAGE}@${VERSION}`], { cwd: folder });
    const member = 'package/generated/api.github.com.json';
    execFileSync('tar', ['xzf', packed.toString().trim(), member], { cwd: folder });
    return JSON.parse(readFileSync(join(folder, member), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function findOperations() {
  const found = new Map();
  for (const [path, methods] of Object.entries(source.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (OPERATIONS.includes(operation.operationId)) {
        found.set(operation.operationId, { id: operation.operationId, method, path, operation });
      }
    }
  }
  const missing = OPERATIONS.filter((id) => !found.has(id));
  if (missing.length > 0) throw new Error(`${PACKAGE}@${VERSION} does not hold ${missing.join(', ')}`);
  return OPERATIONS.map((id) => found.get(id));
}

function describe({ method, path, operation }) {
  const body = follow(operation.requestBody);
  return {
    method: method.toUpperCase(),
    path,
    parameters: (operation.parameters ?? []).map(follow).map(describeParameter),
    ...(body && { body: { required: body.required === true, schema: jsonSchema(body) } }),
    answers: Object.fromEntries(
      Object.entries(operation.responses)
        .filter(([status]) => Number(status) < 400)
        .map(([status, response]) => [status, jsonSchema(follow(response)) ?? null]),
    ),
  };
}

function describeParameter(parameter) {
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required === true,
    ...(parameter['x-multi-segment'] && { multiSegment: true }),
    schema: plain(parameter.schema),
  };
}

function jsonSchema(holder) {
  const schema = holder.content?.['application/json']?.schema;
  return schema && plain(schema);
}

function webhookSchema(name) {
  const hook = source['x-webhooks'][name];
  if (hook === undefined) throw new Error(`${PACKAGE}@${VERSION} has no webhook ${name}`);
  return jsonSchema(follow(hook.post.requestBody));
}

function follow(value) {
  if (value?.$ref === undefined) return value;
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce((at, key) => at[key], source);
  return follow(found);
}

/** A schema without prose, its references shortened and its `nullable` written as JSON Schema writes it. */
function plain(schema) {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === null || typeof schema !== 'object') return schema;
  if (schema.$ref !== undefined) return { $ref: schema.$ref.replace('#/components/schemas/', '#/schemas/') };
  const { nullable, ...rest } = schema;
  return withNull(nullable === true, Object.fromEntries(Object.entries(rest).flatMap(plainEntry)));
}

function plainEntry([key, value]) {
  // Under `properties` the keys are names of fields, of which some are called "description" or "title".
  if (key === 'properties') {
    return [[key, Object.fromEntries(Object.entries(value).map(([name, field]) => [name, plain(field)]))]];
  }
  if (PROSE.has(key) || key.startsWith('x-')) return [];
  return [[key, key === 'enum' || key === 'default' ? value : plain(value)]];
}

function withNull(nullable, schema) {
  if (!nullable) return schema;
  if (typeof schema.type !== 'string') {
    const open = ['$ref', 'anyOf', 'oneOf', 'allOf', 'enum'].every((key) => schema[key] === undefined);
    return open ? schema : { anyOf: [schema, { type: 'null' }] };
  }
  const values = schema.enum && { enum: [...new Set([...schema.enum, null])] };
  return { ...schema, type: [schema.type, 'null'], ...values };
}

function reachedSchemas(roots) {
  const reached = {};
  const waiting = names(roots);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached[name] !== undefined) continue;
    reached[name] = plain(source.components.schemas[name]);
    waiting.push(...names(reached[name]));
  }
  return Object.fromEntries(Object.entries(reached).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function names(value) {
  return [...JSON.stringify(value).matchAll(/"#\/schemas\/([^"]+)"/g)].map((match) => match[1]);
}

/** One line an entry, so that a change of one operation or schema is a change of one line. */
function print(parts) {
  const head = { source: `${PACKAGE}@${VERSION}`, licence: LICENCE, made_by: 'test/github/description.mjs' };
  const about = Object.entries(head).map(([key, value]) => `"${key}": ${JSON.stringify(value)}`);
  const tables = Object.entries(parts).map(([name, table]) => `"${name}": {\n${lines(table)}\n}`);
  return `{\n${[...about, ...tables].join(',\n')}\n}\n`;
}

function lines(table) {
  return Object.entries(table)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
    .join(',\n');
}
