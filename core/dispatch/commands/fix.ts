import type { TaskCommand } from '../command.ts';

export const fix: TaskCommand = {
  name: 'fix',
  kind: 'task',
  description: 'fixes what the text names, or what the issue describes',
  args: [{ name: 'what', rest: true }],
  order(text, thread) {
    if (text === '' && thread === undefined) return undefined;
    const title = text === '' ? `fix ${thread?.title ?? ''}` : `fix ${text}`;
    return {
      task:
        text === ''
          ? `Fix what ${thread?.kind === 'pull_request' ? 'this pull request' : 'this issue'} describes.`
          : `fix ${text}`,
      instruction: 'change files so that it is fixed, and check it with the tests of the repository',
      title,
      wantsChange: true,
      readOnly: false,
    };
  },
};
