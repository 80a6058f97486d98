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
      // `<name>=<URL>`, separated by spaces.
      const entries = readConfig('dead-letters:count').DEAD_LETTER_QUEUE_URLS.split(' ');
      const counts = entries.map(async (entry) => {
        const [name = '', url] = entry.split('=');

        return [name, await countMessages(url)] as const;
      });

      return new Map(await Promise.all(counts));
    },
  };
}
