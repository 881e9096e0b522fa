import { type ToolFactory, toolTable } from '../../../core/environment/index.ts';

const NO_ARGUMENTS = { type: 'object', properties: {}, additionalProperties: false };

/** A tool that does nothing: what a turn costs with it is what the product costs. */
export const NOOP_OUTPUT = 'ok';
const noop: ToolFactory = () => ({
  name: 'noop',
  definition: { name: 'noop', description: 'Does nothing.', permission: 'r', parameters: NO_ARGUMENTS },
  async *execute(_, ctx) {
    yield ctx.delta(NOOP_OUTPUT);
    return undefined;
  },
});

/** As much as the model is shown of one output. */
const FULL_OUTPUT_CHARACTERS = 16_000;

/** A tool whose output is as long as outputs get, and another one each time. */
const long: ToolFactory = () => {
  let calls = 0;
  return {
    name: 'long',
    definition: { name: 'long', description: 'Says much.', permission: 'r', parameters: NO_ARGUMENTS },
    async *execute(_, ctx) {
      calls += 1;
      const line = `line of call ${calls}, as a compiler or a test might write it\n`;
      yield ctx.delta(line.repeat(FULL_OUTPUT_CHARACTERS / line.length));
      return undefined;
    },
  };
};

export const BENCH_TOOLS: readonly ToolFactory[] = [noop, long, toolTable.exec_command];
