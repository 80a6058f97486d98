import fc from 'fast-check';
import { ulid } from 'ulid';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { eventKey } from '#lib/commit/items.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import { planEnabling } from '#lib/webhooks/enable.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { planRotation } from '#lib/webhooks/rotate.ts';
import { NewWebhook } from '#lib/webhooks/webhook.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';
import { connected } from '../../support/stack.ts';
import { enable, type Model } from './delivery-model.ts';
import type { Endpoints, Reaction } from './endpoints.ts';
import { context, insertRecords } from './invoke.ts';
import type { ReceivedCall } from './receiver.ts';
import { makeWorld, type World, type WorldOptions } from './world.ts';

const kind = 'contact.blocklisted';
const startsAt = Date.parse('2030-01-01T00:00:00.000Z');

/** A planted bug: changed ports, or a changed way to enable the webhook. */
export interface Planted {
  readonly change?: WorldOptions['change'];
  readonly enable?: <Result>(change: Change<Result>) => Change<Result>;
  /** Wraps each request to the endpoint. */
  readonly wire?: (react: () => Promise<Reaction>) => Promise<Reaction>;
}

/** A request that the endpoint received. */
interface Received {
  readonly eventId: string;
  readonly attempt: number;
  readonly body: string;
}

/** The history of one webhook: its actual state, the model's state, and the requests that its endpoint received. */
export interface History {
  readonly world: World;
  readonly webhookId: string;
  readonly model: Model;
  readonly planted: Planted;
  /** The endpoint's reaction to the next requests. */
  reaction: Reaction;
  readonly received: Received[];
  /** The next request waits here before its response. */
  nextGate: Gate | undefined;
  readonly faults: string[];
}

/** Holds a request between its arrival and its response. */
export interface Gate {
  readonly arrival: PromiseWithResolvers<void>;
  readonly opening: PromiseWithResolvers<void>;
}

export interface HistoryStart {
  readonly failures: number;
  readonly intervalMs: number;
}

export const historyStart = fc.record({
  failures: fc.constantFrom(0, 3, 4, 4, 5, 18, 19),
  intervalMs: fc.constantFrom(0, 60_000),
});

/** Starts a history with a webhook that has this number of consecutive failures. */
export async function beginHistory(
  endpoints: Endpoints,
  { failures, intervalMs }: HistoryStart,
  planted: Planted = {},
): Promise<History> {
  const workspaceId = newId('wsp', startsAt);
  const world = makeWorld({
    workspaceId,
    now: startsAt,
    failingAttemptMs: intervalMs,
    change: planted.change,
  });
  const { table, now } = world.ports;
  const vault = kmsVault(connected());
  const { wire = (reacting) => reacting() } = planted;
  const url = endpoints.add((call) => wire(() => react(history, call)));
  const input = NewWebhook.parse({ url, events: [kind] });
  const { writes, result } = await planWebhook(
    { table, now, vault, loopback: 'allow' },
    { workspaceId },
    input,
  );
  await commit({ table, now }, workspaceId, { writes });
  const status = failures < 5 ? 'healthy' : 'failing';
  if (failures > 0) {
    await table.update({
      update: webhookKey(workspaceId, result.id),
      set: {
        status,
        consecutiveFailures: failures,
        ...(status === 'failing' && worklistAttributes('webhook', result.id, startsAt)),
      },
    });
  }
  const history: History = {
    world,
    webhookId: result.id,
    model: {
      intervalMs,
      status,
      failures,
      nextAttemptAt: 0,
      releasesAfter: '',
      deliveries: new Map(),
      notBefore: new Map(),
    },
    planted,
    reaction: { status: 200 },
    received: [],
    nextGate: undefined,
    faults: [],
  };

  return history;
}

/** The endpoint: checks a request, waits at the gate if there is one, and returns the current reaction. */
async function react(history: History, { headers, body }: ReceivedCall): Promise<Reaction> {
  const { world, model, faults, received } = history;
  const [eventId, attempt] = [String(headers['x-webhook-id']), Number(headers['x-webhook-attempt'])];
  const before = received.find((each) => each.eventId === eventId);
  if (before && before.body !== body) faults.push(`other bytes for ${eventId}: ${body}`);
  received.push({ eventId, attempt, body });
  const notBefore = model.notBefore.get(`${eventId} ${attempt}`) ?? 0;
  if (world.now < notBefore) faults.push(`attempt ${attempt} came ${notBefore - world.now} ms early`);
  const { nextGate } = history;
  history.nextGate = undefined;
  nextGate?.arrival.resolve();
  await nextGate?.opening.promise;

  return history.reaction;
}

/** Publishes an event. Its message in the queue is its only record until the first attempt. */
export async function publishEvent({ world, webhookId }: History): Promise<void> {
  const { workspaceId, now, ports } = world;
  // ULIDs increase within the process, although each simulated workspace has a separate clock.
  const id = ulid(now);
  const [eventId, subjectId] = [`evt_${id}`, `con_${id}`];
  const payload = JSON.stringify({ event: kind, timestamp: timestamp(now), data: { contactId: subjectId } });
  await ports.table.put({ put: { ...eventKey(workspaceId, subjectId, eventId), payload } });
  const message: DeliveryMessage = { workspaceId, webhookId, eventId, subjectId, attempt: 1, dueAt: now };
  await ports.deliveries.send([{ message }]);
}

export async function enableWebhook(history: History, replay: 'held' | 'none'): Promise<void> {
  const { world, model, webhookId, planted } = history;
  const { workspaceId, ports } = world;
  // A request is always later than the previous change.
  world.now += 1;
  const change = await planEnabling(ports, workspaceId, webhookId, { replay });
  await commit(ports, workspaceId, planted.enable?.(change) ?? change);
  await world.publish(insertRecords(world.committed.splice(0)), context);
  enable(model, replay, world.now);
}

export async function rotate({ world, webhookId }: History): Promise<void> {
  const { workspaceId, ports } = world;
  world.now += 1;
  const services = { ...ports, vault: kmsVault(connected()) };
  const gracePeriodSeconds = 604_800;
  await commit(
    ports,
    workspaceId,
    await planRotation(services, { workspaceId }, webhookId, { gracePeriodSeconds }),
  );
}
