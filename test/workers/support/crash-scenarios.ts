import { commit } from '#lib/commit/commit.ts';
import { newId } from '#lib/values/ids.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import { planEnabling } from '#lib/webhooks/enable.ts';
import type { Reaction } from './endpoints.ts';
import { type History, publishEvent } from './history.ts';
import { consume, context, insertRecords } from './invoke.ts';
import { deliverIn } from './world.ts';

/** Invokes a function; each call passes the same message, batch or request. @throws or @returns true if it needs a retry */
export type Invocation = () => Promise<boolean>;

/** One invocation of a function, and the state before it. */
export interface Scenario {
  readonly name: string;
  /** The webhook's consecutive failures before the invocation. */
  readonly failures: number;
  /** The endpoint's reaction during the invocation. */
  readonly reaction: Reaction;
  readonly arrange: (history: History) => Promise<Invocation>;
  /** The number of deliveries at the end. */
  readonly deliveries: number;
}

const down = { status: 500 };
const up = { status: 200 };

const oneDelivery = (name: string, failures: number, reaction: Reaction): Scenario => ({
  name,
  failures,
  reaction,
  arrange: async (history) => delivering(history, await newCall(history)),
  deliveries: 1,
});

export const scenarios: readonly Scenario[] = [
  oneDelivery('a success', 0, up),
  oneDelivery('a first failure', 0, down),
  oneDelivery('a success that ends a row of failures', 3, up),
  oneDelivery('a fifth failure', 4, down),
  oneDelivery('a failure of a failing endpoint', 5, down),
  oneDelivery('a twentieth failure', 19, down),
  {
    name: 'a delivery that is held',
    failures: 5,
    reaction: down,
    arrange: async (history) => {
      await failAndHold(history, 0);

      return delivering(history, await newCall(history));
    },
    deliveries: 2,
  },
  {
    name: 'a recovery, deliveries being held',
    failures: 5,
    reaction: up,
    arrange: (history) => lastReleased(history, 2),
    deliveries: 3,
  },
  {
    name: 'a release of several',
    failures: 5,
    reaction: up,
    arrange: async (history) => {
      const recovery = await lastReleased(history, 3);
      history.reaction = up;
      await recovery();

      return releasing(history);
    },
    deliveries: 4,
  },
  {
    name: 'an endpoint that is enabled with a replay',
    failures: 19,
    reaction: up,
    arrange: async (history) => {
      await failAndHold(history, 2);

      return enabling(history);
    },
    deliveries: 3,
  },
  {
    name: 'two events that are published',
    failures: 0,
    reaction: up,
    arrange: async (history) => {
      const { workspaceId, ports, now } = history.world;
      const event = () => ({ type: 'contact.blocklisted', data: { contactId: newId('con', now) } }) as const;
      await commit(ports, workspaceId, { writes: [], events: [event(), event()] });

      return publishing(history);
    },
    deliveries: 2,
  },
];

export function scenarioOf(name: string): Scenario {
  const found = scenarios.find((each) => each.name === name);
  if (!found) throw new Error(`there is no ${name}`);

  return found;
}

/** The endpoint fails once more; then `held` deliveries are held. */
async function failAndHold(history: History, held: number): Promise<void> {
  history.reaction = down;
  for (let count = 0; count <= held; count++) await delivering(history, await newCall(history))();
}

/** Holds `held` deliveries and releases one of them a minute later. @returns the attempt of the released delivery */
async function lastReleased(history: History, held: number): Promise<Invocation> {
  const { world } = history;
  await failAndHold(history, held);
  world.now += 61_000;
  await releasing(history)();

  return delivering(history, takeNewest(history));
}

async function newCall(history: History): Promise<DeliveryMessage> {
  await publishEvent(history);

  return takeNewest(history);
}

function takeNewest({ world }: History): DeliveryMessage {
  const newest = world.calls.at(-1);
  if (!newest) throw new Error('there is no message');
  newest.isTaken = true;

  return newest.message;
}

const delivering =
  ({ world }: History, call: DeliveryMessage): Invocation =>
  () =>
    deliverIn(world, [call]);

const releasing =
  ({ world, webhookId }: History): Invocation =>
  async () =>
    (await consume(world.deliver, [{ workspaceId: world.workspaceId, webhookId }])).length > 0;

function publishing({ world }: History): Invocation {
  const batch = world.committed.splice(0);

  return async () => {
    await world.publish(insertRecords(batch), context);

    return false;
  };
}

/** The request that enables the webhook, then the publishing of its commit. */
function enabling(history: History): Invocation {
  const { world, webhookId } = history;
  const { workspaceId, ports } = world;
  let publish: Invocation | undefined;

  return async () => {
    if (!publish) {
      world.now += 1;
      const change = await planEnabling(ports, workspaceId, webhookId, { replay: 'held' });
      const { length: committedBefore } = world.committed;
      await commit(ports, workspaceId, change).finally(() => {
        // The stream delivers committed records even if the request failed after its commit.
        if (world.committed.length > committedBefore) publish = publishing(history);
      });
    }

    return (await publish?.()) ?? false;
  };
}
