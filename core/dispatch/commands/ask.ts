import type { TaskCommand } from '../command.ts';

export const ask: TaskCommand = {
  name: 'ask',
  kind: 'task',
  description: 'answers a question; changes nothing',
  args: [{ name: 'question', rest: true }],
  order: (text) =>
    text === ''
      ? undefined
      : {
          task: text,
          instruction: 'a question: answer it, and change nothing',
          title: text,
          wantsChange: false,
          readOnly: true,
        },
};
