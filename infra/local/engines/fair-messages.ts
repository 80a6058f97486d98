import type { SqsMessage } from '../../../node_modules/fauxqs/dist/sqs/sqsTypes.js';

/**
 * A group with a greater share of the messages in flight is noisy. SQS also requires at least 30 messages in flight and
 * considers recent consumer time. A function here has at most 40 consumers, too few for these conditions, so only the
 * share is used.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
const noisyShare = 0.1;

/**
 * Key that counts the messages in flight without a group. Waiting messages without a group have another key, `''`. The count of
 * that key is always 0, so they are never noisy. No valid group id equals either key.
 */
const noGroup = ' ';

interface WaitingMessage {
  readonly message: SqsMessage;
  readonly position: number;
}

/**
 * The waiting messages of a standard queue, with the array methods that fauxqs uses. The oldest message of a
 * quiet group comes first. Without a quiet group, the noisy group with the fewest messages in flight comes
 * first. A message without a group counts as a quiet group.
 */
export class FairMessages {
  readonly #groups = new Map<string, WaitingMessage[]>();
  readonly #groupsInFlight: () => Iterable<string | undefined>;
  #arrived = 0;
  length = 0;

  /** @param groupsInFlight the group of each message in flight */
  constructor(groupsInFlight: () => Iterable<string | undefined>) {
    this.#groupsInFlight = groupsInFlight;
  }

  push(message: SqsMessage): number {
    const { messageGroupId: group = '' } = message;
    const waiting = this.#groups.get(group) ?? [];
    waiting.push({ message, position: this.#arrived++ });
    this.#groups.set(group, waiting);

    return ++this.length;
  }

  /** Removes the next message of the fair order. */
  shift(): SqsMessage | undefined {
    const group = this.#nextGroup();
    if (group === undefined) return undefined;
    const waiting = this.#groups.get(group);
    const next = waiting?.shift();
    if (waiting?.length === 0) this.#groups.delete(group);
    this.length--;

    return next?.message;
  }

  /** All messages in the order of their arrival. */
  *[Symbol.iterator](): Generator<SqsMessage> {
    const all = [...this.#groups.values()].flat();
    for (const { message } of all.sort((one, other) => one.position - other.position)) yield message;
  }

  #nextGroup(): string | undefined {
    const inFlight = this.#countInFlight();
    const total = [...inFlight.values()].reduce((sum, count) => sum + count, 0);
    let next: { name: string; count: number; position: number } | undefined;
    for (const [name, [oldest]] of this.#groups) {
      const groupCount = inFlight.get(name) ?? 0;
      const isNoisy = groupCount > noisyShare * total;
      // All quiet groups are equal.
      const count = isNoisy ? groupCount : 0;
      const position = oldest?.position ?? 0;
      const comesBefore =
        next === undefined || count < next.count || (count === next.count && position < next.position);
      if (comesBefore) next = { name, count, position };
    }

    return next?.name;
  }

  #countInFlight(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const group of this.#groupsInFlight()) {
      const name = group ?? noGroup;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }

    return counts;
  }
}
