/** What a command is: a row of the table that is made where commands are carried out. */
export interface CommandSpec {
  /** One lower-case word. The command named `task` takes whatever begins with no other command's name. */
  name: string;
  aliases?: readonly string[];
  description: string;
  /** A task starts or steers a Session; a control command acts on one that is there. */
  kind: 'task' | 'control';
  args?: readonly ArgumentSpec[];
}

export interface ArgumentSpec {
  name: string;
  /** What a word must look like to be this argument; one that does not is left for the next argument. */
  pattern?: RegExp;
  /** Takes everything that is left, further lines included. */
  rest?: true;
  /** What the command is about: two different commands about one subject contradict each other. */
  subject?: true;
}

/** By the arguments' names; one that was not given is absent. */
export type ParsedArgs = Readonly<Partial<Record<string, string>>>;

export interface ParsedCommand<C extends CommandSpec> {
  command: C;
  args: ParsedArgs;
  /** Everything after the command's name, or after `/penguin` where no name was given. */
  text: string;
}

export interface CommandMetadata {
  name: string;
  aliases: readonly string[];
  description: string;
  /** How to type it: `/penguin deny [id] [reason…]`. */
  usage: string;
}
