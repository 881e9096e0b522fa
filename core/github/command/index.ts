/** From the text of a comment to commands. The table of commands is made elsewhere and handed in. */

export { CommandParser } from './command-parser.ts';
export type {
  CommandMetadata,
  CommandSpec,
  ParsedArgs,
  ParsedCommand,
} from './command-spec.ts';
export { findCommands } from './find-commands.ts';
export { readComment } from './read-comment.ts';
