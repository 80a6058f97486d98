import type { SqsMessage } from '../../../node_modules/fauxqs/dist/sqs/sqsTypes.js';

/**
 * A group with a greater share of the messages in flight is a noisy neighbour. SQS also asks for at least 30 messages in
 * flight and looks at the recent share of the consumers' time; a function here has at most 40 consumers, so that the share
 * alone decides.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
 */
const noisyShare = 0.1;

interface Waiting {
  readonly message: SqsMessage;
  readonly position: number;
}

/**
 * The waiting messages of a standard queue, with as much of an array as fauxqs uses. The oldest message of a quiet group is
 * first; without one, the oldest message is. A message without a group is a tenant of its own, and quiet.
 */
export class FairMessages {
  readonly #groups = new Map<string, Waiting[]>();
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

  shift(): SqsMessage | undefined {
    const noisy = this.#noisyGroups();
    const names = [...this.#groups.keys()];
    const group = this.#oldest(names.filter((name) => !noisy.has(name))) ?? this.#oldest(names);
    if (group === undefined) return undefined;
    const waiting = this.#groups.get(group);
    const next = waiting?.shift();
    if (waiting?.length === 0) this.#groups.delete(group);
    this.length--;

    return next?.message;
  }

  *[Symbol.iterator](): Generator<SqsMessage> {
    const all = [...this.#groups.values()].flat();
    for (const { message } of all.sort((one, other) => one.position - other.position)) yield message;
  }

  #oldest(names: readonly string[]): string | undefined {
    const positionOf = (name: string) => this.#groups.get(name)?.[0]?.position ?? Number.POSITIVE_INFINITY;
    const positions = names.map(positionOf);

    return names[positions.indexOf(Math.min(...positions))];
  }

  #noisyGroups(): ReadonlySet<string> {
    const inFlight = new Map<string, number>();
    let all = 0;
    for (const group of this.#groupsInFlight()) {
      all++;
      if (group !== undefined) inFlight.set(group, (inFlight.get(group) ?? 0) + 1);
    }

    return new Set([...inFlight].filter(([, count]) => count > noisyShare * all).map(([group]) => group));
  }
}
