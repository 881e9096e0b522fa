/** From the text of a comment to commands. The table of commands is made elsewhere and handed in. */

export { CommandParser } from './command-parser.ts';
export type {
  ArgumentSpec,
  CommandMetadata,
  CommandSpec,
  ParsedArgs,
  ParsedCommand,
} from './command-spec.ts';
export { type FoundCommand, findCommands } from './find-commands.ts';
export { type CommentRequest, readComment } from './read-comment.ts';
