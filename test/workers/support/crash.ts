import { DeliveryMessage } from '#lib/values/queues.ts';
import { toWebhook, webhookKey } from '#lib/webhooks/items.ts';
import { connected } from '../../support/stack.ts';
import type { Invocation, Scenario } from './crash-scenarios.ts';
import type { Endpoints, Reaction } from './endpoints.ts';
import { beginHistory, enableWebhook, type History } from './history.ts';
import { consume, context } from './invoke.ts';
import { type Cut, makeSeam, type Seam, throughSeam } from './seam.ts';
import { readDeliveries } from './stored-deliveries.ts';
import { deliverIn, takeDue, type WorldPorts } from './world.ts';

/** The result of a scenario without an interruption. */
export interface Clean {
  /** The names of the effects, in order. */
  readonly effects: readonly string[];
  /** The webhook's status and failure counter afterwards. */
  readonly state: string;
}

type Plant = (ports: WorldPorts) => WorldPorts;

const roundsMax = 60;
const sweepDelayMs = 121_000;

/** Runs a scenario without an interruption. @throws if a check fails */
export async function runClean(endpoints: Endpoints, scenario: Scenario): Promise<Clean> {
  const { history, seam, invoke } = await arrange(endpoints, scenario);
  if (await invoke()) throw new Error('the invocation needs a retry although no effect was cut');
  const state = await readState(history);
  const faults = await recoverAndFinish(history, scenario);
  if (faults.length > 0) throw new Error(faults.join('; '));

  return { effects: seam.effects, state };
}

/**
 * Runs a scenario with one effect cut. Then the invocation is repeated, as its queue or its caller would do, time passes
 * and the sweeper runs.
 * @returns the faults
 */
export async function runCut(
  endpoints: Endpoints,
  scenario: Scenario,
  { cut, clean, plant }: { readonly cut: Cut; readonly clean: Clean; readonly plant?: Plant },
): Promise<string[]> {
  const { history, seam, invoke } = await arrange(endpoints, scenario, cut, plant);
  const isBack = await invoke().catch(() => true);
  seam.isWatched = false;
  if (isBack || seam.isDead()) await invoke();
  const faults: string[] = [];
  if (!(await reach(history, clean.state))) {
    faults.push(`the webhook is ${await readState(history)}, not ${clean.state}`);
  }
  faults.push(...(await recoverAndFinish(history, scenario)));

  return faults.map(
    (fault) => `${scenario.name}, ${cut.manner} effect ${cut.effect} (${seam.effects.at(-1)}): ${fault}`,
  );
}

interface Arranged {
  readonly history: History;
  readonly seam: Seam;
  readonly invoke: Invocation;
}

async function arrange(
  endpoints: Endpoints,
  { failures, reaction, arrange }: Scenario,
  cut?: Cut,
  plant: Plant = (ports) => ports,
): Promise<Arranged> {
  const seam = makeSeam(cut);
  const change = (ports: WorldPorts) => throughSeam(seam, plant(ports));
  // If a request or its response is lost, the sender sees only a closed connection.
  const wire = (react: () => Promise<Reaction>) =>
    seam.pass('request', react).catch(() => 'hang up' as const);
  const history = await beginHistory(endpoints, { failures, intervalMs: 60_000 }, { change, wire });
  const invoke = await arrange(history);
  // Drop all queued messages: only this invocation and the sweeper may cause what follows.
  for (const queued of [...history.world.calls, ...history.world.releases]) queued.isTaken = true;
  history.reaction = reaction;
  seam.isWatched = true;

  return { history, seam, invoke };
}

/** Advances until the webhook has this state. If a crash lost a failure before it was counted, the next failure counts. */
async function reach(history: History, state: string): Promise<boolean> {
  for (let round = 0; round < 12; round++) {
    if ((await readState(history)) === state) return true;
    await advance(history);
  }

  return false;
}

async function advance({ world }: History): Promise<void> {
  const due = takeDue(world);
  if (due.length === 0) {
    world.now += sweepDelayMs;
    await world.sweep({}, context);
  }
  for (const { message } of due) {
    const call = DeliveryMessage.safeParse(message);
    if (call.success) await deliverIn(world, [call.data]);
    else await consume(world.deliver, [message]);
  }
}

/** The endpoint recovers, and is enabled if it is disabled. Then every delivery succeeds, and its log has each attempt once. */
async function recoverAndFinish(history: History, { deliveries }: Scenario): Promise<string[]> {
  const faults = [...history.faults, ...(await countingFaults(history))];
  history.reaction = { status: 200 };
  if ((await readState(history)).startsWith('disabled')) await enableWebhook(history, 'held');
  const isOpen = async () => {
    const all = await readDeliveries(history);

    return all.length < deliveries || all.some(({ status }) => status !== 'delivered');
  };
  let rounds = 0;
  while (rounds < roundsMax && (await isOpen())) {
    rounds += 1;
    await advance(history);
  }
  const requests = Map.groupBy(history.received, ({ eventId, attempt }) => `${eventId} ${attempt}`);
  for (const [request, { length }] of requests)
    if (length > 2) faults.push(`${request} came ${length} times`);
  if (rounds === roundsMax)
    faults.push(`not all is delivered: ${JSON.stringify(await readDeliveries(history))}`);

  return faults;
}

/** Checks that each failure in a log was counted once, and that a success has reset the counter. */
async function countingFaults(history: History): Promise<string[]> {
  const all = await readDeliveries(history);
  const numbersOf = (log: (typeof all)[number]['log']) => log.map(({ number }) => number).join();
  const wrong = all.filter(({ attempts, log }) => numbersOf(log) !== numbersUpTo(attempts));
  const { consecutiveFailures } = await readWebhookOf(history);
  const failed = all.flatMap(({ log }) => log).filter(({ requests }) => requests.at(-1)?.statusCode !== 200);
  const isSeen = consecutiveFailures === 0 || consecutiveFailures === history.model.failures + failed.length;

  return [
    ...wrong.map(({ eventId, attempts }) => `the log of ${eventId} does not have ${attempts} attempts`),
    ...(isSeen ? [] : [`${failed.length} failures are in the logs, ${consecutiveFailures} were counted`]),
  ];
}

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join();

async function readState(history: History): Promise<string> {
  const { status, consecutiveFailures } = await readWebhookOf(history);

  return `${status}, ${consecutiveFailures} failures`;
}

async function readWebhookOf({ world, webhookId }: History) {
  const item = await connected().table.get(webhookKey(world.workspaceId, webhookId));
  if (!item) throw new Error('the webhook does not exist');

  return toWebhook(item);
}
