import type { TaskCommand } from '../command.ts';

/** Free text: whatever begins with no other command's name. */
export const task: TaskCommand = {
  name: 'task',
  kind: 'task',
  description: 'does what the text says',
  args: [{ name: 'text', rest: true }],
  order: (text) =>
    text === ''
      ? undefined
      : {
          task: text,
          instruction: 'do what it says; if it is a question, answer it without changing files',
          title: text,
          wantsChange: false,
          readOnly: false,
        },
};
