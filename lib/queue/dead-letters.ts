import { countMessages } from '#lib/queue/count-messages.ts';
import { readConfig } from '#lib/runtime/config.ts';

/** The dead-letter queues of the stage. */
export interface DeadLetters {
  /** The number of messages in each queue, by the name of the failed queue or stream consumer. */
  count(): Promise<ReadonlyMap<string, number>>;
}

export function sqsDeadLetters(): DeadLetters {
  return {
    async count() {
      // `<name>=<URL>`, separated by spaces. Only the first URL is absolute, because a function has 4 KB for its variables.
      const entries = readConfig('dead-letters:count').DEAD_LETTER_QUEUE_URLS.split(' ');
      const urls = entries.map((entry) => entry.split('='));
      const counts = urls.map(async ([name = '', url = '']) => {
        const { href } = new URL(url, urls[0]?.[1]);

        return [name, await countMessages(href)] as const;
      });

      return new Map(await Promise.all(counts));
    },
  };
}
