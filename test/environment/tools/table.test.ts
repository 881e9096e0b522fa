import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openStage } from '../stage.ts';

const definitions = () => openStage().environment.listTools();

describe('the table of tools', () => {
  it('has the permissions that policy relies on', async () => {
    const { environment } = openStage();
    const tools = await environment.listTools();
    expect(Object.fromEntries(tools.map(({ name }) => [name, environment.toolPermission(name)]))).toEqual({
      read_file: 'r',
      edit_file: 'rw',
      write_file: 'rw',
      grep: 'r',
      glob: 'r',
      exec_command: 'rw',
      update_plan: 'r',
    });
  });

  it('gives every tool a strict JSON Schema and nothing that is not for the model', async () => {
    const ajv = new Ajv2020({ strict: true });
    for (const definition of await definitions()) {
      expect(Object.keys(definition).sort()).toEqual(['description', 'name', 'parameters']);
      expect(definition.parameters).toMatchObject({ type: 'object', additionalProperties: false });
      expect(definition.parameters).not.toHaveProperty('$schema');
      expect(() => ajv.compile(definition.parameters ?? {})).not.toThrow();
    }
  });

  it('names its arguments as the protocol does', async () => {
    const fields = Object.fromEntries(
      (await definitions()).map(({ name, parameters }) => [name, Object.keys(parameters?.properties ?? {})]),
    );
    expect(fields).toEqual({
      read_file: ['path', 'offset', 'limit'],
      edit_file: ['path', 'old_string', 'new_string', 'replace_all'],
      write_file: ['path', 'content'],
      grep: ['pattern', 'path', 'glob', 'ignore_case', 'context', 'max_results'],
      glob: ['pattern', 'path'],
      exec_command: ['command', 'workdir', 'timeout_ms'],
      update_plan: ['items'],
    });
  });
});
