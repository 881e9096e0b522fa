import type { BuiltinTool, Clock } from '../omnimessage/index.ts';
import type { CommandRunner } from './commands/command-runner.ts';
import type { FileWriter } from './files/file-writer.ts';
import type { Search } from './search/search.ts';
import { editFile } from './tools/edit-file.ts';
import { execCommand } from './tools/exec-command.ts';
import { glob } from './tools/glob.ts';
import { grep } from './tools/grep.ts';
import { readFile } from './tools/read-file.ts';
import { updatePlan } from './tools/update-plan.ts';
import { writeFile } from './tools/write-file.ts';
import type { Workspace } from './workspace-path.ts';

/** What the Environment hands to its tools. */
export interface ToolPorts {
  workspace: Workspace;
  writer: FileWriter;
  commands: CommandRunner;
  search: Search;
  clock: Clock;
}

/** Makes a tool on the ports of one Environment. */
export type ToolFactory = (ports: ToolPorts) => BuiltinTool;

/** The Environment's own tools. To add one: a file in `tools/`, a row here, a test. */
export const toolTable = {
  read_file: ({ workspace }) => readFile(workspace),
  edit_file: ({ writer }) => editFile(writer),
  write_file: ({ writer }) => writeFile(writer),
  grep: ({ search, clock }) => grep(search, clock),
  glob: ({ search, clock }) => glob(search, clock),
  exec_command: ({ workspace, commands }) => execCommand(workspace, commands),
  update_plan: () => updatePlan(),
} satisfies Record<string, ToolFactory>;
