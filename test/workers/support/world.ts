import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { sweep } from '#lib/maintenance/sweep.ts';
import { maintenanceWorkers } from '#lib/maintenance/workers.ts';
import { type PublishServices, publish } from '#lib/publishing/publish.ts';
import { activityWorkers } from '#lib/publishing/workers.ts';
import { type Queue, sqsQueue, type WorkspaceMessage } from '#lib/queue/sqs-queue.ts';
import { queueConsumer, scheduledFunction, streamConsumer } from '#lib/runtime/consumer.ts';
import { systemSenderDns } from '#lib/sender-dns/dns-queries.ts';
import type { Item } from '#lib/storage/table.ts';
import { type DeliverServices, deliverEvent } from '#lib/webhooks/delivery/deliver.ts';
import { releaseHeld } from '#lib/webhooks/delivery/release.ts';
import { type DeliveryMessage, type ReleaseMessage, webhookWorkers } from '#lib/webhooks/workers.ts';
import { connected } from '../../support/stack.ts';
import { consume } from './invoke.ts';
import { ownView } from './own-view.ts';

/** A message that was put into a queue, and from when on it may be handed over. */
interface Queued<Message> {
  readonly message: Message;
  readonly readyAt: number;
  isTaken: boolean;
}

/** What the functions of a world work with. */
export type WorldPorts = Omit<DeliverServices, 'vault' | 'slowlane'> &
  Omit<PublishServices, 'now'> & { readonly slowlane: Queue<DeliveryMessage> };

/** A workspace with a clock of its own, and the functions that deliver its webhooks, living by it. */
export interface World {
  readonly workspaceId: string;
  /** Epoch milliseconds. */
  now: number;
  readonly ports: WorldPorts;
  /** Every message there ever was. */
  readonly calls: Queued<DeliveryMessage>[];
  readonly slowCalls: Queued<DeliveryMessage>[];
  readonly releases: Queued<ReleaseMessage>[];
  /** Committed, and not brought by the stream yet. */
  readonly committed: Item[];
  readonly deliver: ReturnType<typeof queueConsumer>;
  readonly deliverSlowly: ReturnType<typeof queueConsumer>;
  readonly release: ReturnType<typeof queueConsumer>;
  readonly sweep: ReturnType<typeof scheduledFunction>;
  readonly publish: ReturnType<typeof streamConsumer>;
}

export interface WorldOptions {
  readonly workspaceId: string;
  readonly now: number;
  readonly failingAttemptMs: number;
  /** Another table or other queues in place of those that the functions would have. */
  readonly change?: ((ports: WorldPorts) => WorldPorts) | undefined;
}

/** The functions as they are deployed, but for the clock, and for the queues being remembered. */
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
  const own = change({
    table: ownView(connected().table, workspaceId, committed),
    now: clock,
    loopback: 'allow',
    failingAttemptMs,
    slowAfterMs: 60_000,
    deliveries: remembered(sqsQueue('deliveries'), calls, clock),
    slowlane: remembered(sqsQueue('slowlane'), slowCalls, clock),
    releases: remembered(sqsQueue('releases'), releases, clock),
    ticks: sqsQueue('ticks'),
    jobs: sqsQueue('jobs'),
    fanouts: sqsQueue('fanouts'),
    suppressions: sqsQueue('suppressions'),
    syncs: sqsQueue('syncs'),
    imports: sqsQueue('imports'),
  });
  const { slowlane: _, ...slow } = own;
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
      (given, call) => deliverEvent({ ...given, ...own }, call),
      vault,
    ),
    deliverSlowly: queueConsumer(
      webhookWorkers.deliverSlowly,
      (given, call) => deliverEvent({ ...given, ...slow }, call),
      vault,
    ),
    release: queueConsumer(webhookWorkers.release, (_given, call) => releaseHeld(own, call)),
    sweep: scheduledFunction(maintenanceWorkers.sweep, () =>
      sweep({
        ...own,
        signer: kmsTokenSigner(),
        deadLetters: { count: async () => new Map() },
        senderDns: systemSenderDns,
        findRedirect: async () => undefined,
      }),
    ),
    publish: streamConsumer(activityWorkers.publish, (_given, items) => publish(own, items)),
  };

  return world;
}

/** The real queue, which must take the message; by whose clock it would come is the world's matter. */
function remembered<Message extends WorkspaceMessage>(
  queue: Queue<Message>,
  memory: Queued<Message>[],
  clock: () => number,
): Queue<Message> {
  return {
    async send(messages) {
      await queue.send(messages);
      for (const { message, delaySeconds = 0 } of messages) {
        const delayMs = Math.min(900, Math.max(0, Math.ceil(delaySeconds))) * 1000;
        memory.push({ message, readyAt: clock() + delayMs, isTaken: false });
      }
    },
  };
}

/** The messages that are due, of both kinds, taken from their queues; if none is, the clock moves to the next one's time. */
export function takeDue(world: World): Queued<DeliveryMessage | ReleaseMessage>[] {
  const waiting = [...world.calls, ...world.releases].filter(({ isTaken }) => !isTaken);
  if (waiting.length === 0) return [];
  world.now = Math.max(world.now, Math.min(...waiting.map(({ readyAt }) => readyAt)));
  const due = waiting.filter(({ readyAt }) => readyAt <= world.now);
  for (const queued of due) queued.isTaken = true;

  return due;
}

/**
 * Hands deliveries over. On a machine under load a prompt endpoint may seem slow: then the other lane does it.
 * @returns whether any of them came back
 */
export async function deliverIn(world: World, calls: readonly DeliveryMessage[]): Promise<boolean> {
  const returned = await consume(world.deliver, calls);
  const slow = world.slowCalls.filter(({ isTaken }) => !isTaken);
  for (const queued of slow) queued.isTaken = true;
  const messages = slow.map(({ message }) => message);
  const returnedThere = slow.length > 0 ? await consume(world.deliverSlowly, messages) : [];

  return returned.length + returnedThere.length > 0;
}
