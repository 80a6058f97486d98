import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { type PublishServices, publish } from '#lib/events/publish.ts';
import { eventWorkers } from '#lib/events/workers.ts';
import { sweep } from '#lib/maintenance/sweep.ts';
import { maintenanceWorkers } from '#lib/maintenance/workers.ts';
import { type Queue, sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer, scheduledFunction, streamConsumer } from '#lib/runtime/consumer.ts';
import { systemSenderDns } from '#lib/sender-dns/dns-queries.ts';
import type { Item } from '#lib/storage/table.ts';
import {
  type DeliveryMessage,
  type QueueMessage,
  queueNames,
  type ReleaseMessage,
  type WorkspaceMessage,
} from '#lib/values/queues.ts';
import { recordOf } from '#lib/values/record-of.ts';
import { type DeliverServices, deliverEvent } from '#lib/webhooks/delivery/deliver.ts';
import { deliverQueued } from '#lib/webhooks/delivery/deliver-queued.ts';
import { webhookWorkers } from '#lib/webhooks/workers.ts';
import { connected } from '../../support/stack.ts';
import { consume } from './invoke.ts';
import { ownView } from './own-view.ts';

/** A queued message and the time from which it can be received. */
interface Queued<Message> {
  readonly message: Message;
  readonly readyAt: number;
  isTaken: boolean;
}

/** The services of a simulated workspace's functions. */
export type WorldPorts = Omit<DeliverServices, 'vault' | 'lane'> & Omit<PublishServices, 'now'>;

/** A simulated workspace: a separate clock, and the functions that deliver its webhooks by this clock. */
export interface World {
  readonly workspaceId: string;
  /** Epoch milliseconds. */
  now: number;
  readonly ports: WorldPorts;
  /** All messages since the start. */
  readonly calls: Queued<DeliveryMessage>[];
  readonly slowCalls: Queued<DeliveryMessage>[];
  readonly releases: Queued<ReleaseMessage>[];
  /** Committed outbox records that are not published yet. */
  readonly committed: Item[];
  readonly deliver: ReturnType<typeof queueConsumer>;
  readonly deliverSlowly: ReturnType<typeof queueConsumer>;
  readonly sweep: ReturnType<typeof scheduledFunction>;
  readonly publish: ReturnType<typeof streamConsumer>;
}

export interface WorldOptions {
  readonly workspaceId: string;
  readonly now: number;
  readonly failingAttemptMs: number;
  /** Replaces the table or queues of the functions. */
  readonly change?: ((ports: WorldPorts) => WorldPorts) | undefined;
}

/** Creates the deployed functions with a separate clock and with queues that record their messages. */
export function makeWorld({
  workspaceId,
  now,
  failingAttemptMs,
  change = (ports) => ports,
}: WorldOptions): World {
  const calls: Queued<DeliveryMessage>[] = [];
  const slowCalls: Queued<DeliveryMessage>[] = [];
  const releases: Queued<ReleaseMessage>[] = [];
  const committed: Item[] = [];
  const clock = () => world.now;
  const remember = ({ message, ...state }: Queued<QueueMessage<'deliveries'>>) =>
    'eventId' in message ? calls.push({ message, ...state }) : releases.push({ message, ...state });
  const own = change({
    table: ownView(connected().table, workspaceId, committed),
    now: clock,
    loopback: 'allow',
    failingAttemptMs,
    slowAfterMs: 60_000,
    ...recordOf(queueNames, (name) => sqsQueue(name)),
    deliveries: recorded(sqsQueue('deliveries'), remember, clock),
    slowlane: recorded(sqsQueue('slowlane'), (queued) => slowCalls.push(queued), clock),
  });
  const vault = { vault: kmsVault };
  const world: World = {
    workspaceId,
    now,
    ports: own,
    calls,
    slowCalls,
    releases,
    committed,
    deliver: queueConsumer(
      webhookWorkers.deliver,
      (given, call) => deliverQueued({ ...given, ...own, lane: 'fast' }, call),
      vault,
    ),
    deliverSlowly: queueConsumer(
      webhookWorkers.deliverSlowly,
      (given, call) => deliverEvent({ ...given, ...own, lane: 'slow' }, call),
      vault,
    ),
    sweep: scheduledFunction(maintenanceWorkers.sweep, () =>
      sweep({
        ...own,
        signer: kmsTokenSigner(),
        deadLetters: { count: async () => new Map() },
        senderDns: systemSenderDns,
        findRedirect: async () => undefined,
      }),
    ),
    publish: streamConsumer(eventWorkers.publish, (_given, items) => publish(own, items)),
  };

  return world;
}

/** Sends to the real queue and records each message with its time by the workspace's clock. */
function recorded<Message extends WorkspaceMessage>(
  queue: Queue<Message>,
  remember: (queued: Queued<Message>) => void,
  clock: () => number,
): Queue<Message> {
  return {
    async send(messages) {
      await queue.send(messages);
      for (const { message, delaySeconds = 0 } of messages) {
        const delayMs = Math.min(900, Math.max(0, Math.ceil(delaySeconds))) * 1000;
        remember({ message, readyAt: clock() + delayMs, isTaken: false });
      }
    },
  };
}

/**
 * Takes all due messages from both queues. If no message is due, the clock first moves to the time of the
 * next message.
 */
export function takeDue(world: World): Queued<DeliveryMessage | ReleaseMessage>[] {
  const waiting = [...world.calls, ...world.releases].filter(({ isTaken }) => !isTaken);
  if (waiting.length === 0) return [];
  world.now = Math.max(world.now, Math.min(...waiting.map(({ readyAt }) => readyAt)));
  const due = waiting.filter(({ readyAt }) => readyAt <= world.now);
  for (const queued of due) queued.isTaken = true;

  return due;
}

/**
 * Processes delivery messages. On a busy machine a prompt endpoint may count as slow; then the slow lane delivers it.
 * @returns whether a worker returned a message
 */
export async function deliverIn(world: World, calls: readonly DeliveryMessage[]): Promise<boolean> {
  const returned = await consume(world.deliver, calls);
  const slow = world.slowCalls.filter(({ isTaken }) => !isTaken);
  for (const queued of slow) queued.isTaken = true;
  const messages = slow.map(({ message }) => message);
  const returnedThere = slow.length > 0 ? await consume(world.deliverSlowly, messages) : [];

  return returned.length + returnedThere.length > 0;
}
