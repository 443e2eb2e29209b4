import type { Command } from './command.ts';

export const requeue: Command = {
  usage: '',
  summary: 'puts all failed mails back in the queue with all their tries',
  words: 0,
  options: {},
  async run({ statements }) {
    const requeued = await statements.requeueFailed(Date.now());
    const after = requeued > 0 ? '; a running server takes them within half a minute' : '';
    return { text: `Requeued: ${requeued}${after}.`, json: { requeued } };
  },
};
