import * as z from 'zod/mini';
import { Webhook } from '#lib/webhooks/webhook.ts';
import type { ApiClient } from '../../../infra/local/demo/api-client.ts';
import { content } from './behaviour.ts';
import { countWrongRecords } from './delivery-records.ts';
import { type Deployment, deliveryQueues, type Subscription, subscribe } from './deployment.ts';
import { openLoop } from './open-loop.ts';
import type { Arrival } from './receivers.ts';
import { type Row, rounded } from './report.ts';
import { checkRetries, type RetryFaults } from './retry-check.ts';
import { machineNow, passRetries, type RetryRun } from './retry-clock.ts';
import { stackClock } from './stack-clock.ts';
import { connectApi, createContact, importPaced } from './workspace.ts';

export interface RetriesSize {
  readonly events: number;
}

/** One is content, one fails now and then, one now and then never answers. */
const behaviours = {
  content,
  failing: { errors: 30, hangs: 0 },
  stalling: { errors: 0, hangs: 5 },
};
const names = Object.keys(behaviours);
const firstAttemptsMs = 120_000;

/**
 * After the last of many events some deliveries still hang. Without others meanwhile, twenty of them in a row would disable
 * their endpoint: as the specification asks, and not what is to be seen here.
 */
const trickle = { perSecond: 1.5, seconds: 12 };
/** More than make an endpoint `failing`, fewer than disable it. */
const refusals = 7;

/**
 * Every event reaches every receiver or has all its attempts, on time, and is counted exactly: through the API, the
 * stream, `publish` and the queue, with the clock moved through the retries.
 * @param deployment without the breaker, so that every attempt is made when it is due
 */
export async function measureRetries(deployment: Deployment, { events }: RetriesSize): Promise<Row[]> {
  const { receivers } = deployment;
  const subscription = await subscribe(deployment, names, 'contact.created');
  const api = await connectApi(deployment, subscription.workspaceId);
  for (const [name, behaviour] of Object.entries(behaviours)) await receivers.change(name, behaviour);
  const run: RetryRun = { behaviours, from: receivers.arrivals.length, moves: [] };
  const firsts = () => oursOf(deployment, run).filter(({ attempt }) => attempt === 1).length;

  await importPaced(api, events, (imported) => imported * names.length - firsts());
  let made = events;
  await openLoop(trickle, () => createContact(api, made++));
  await receivers.untilArrived({
    count: made * names.length,
    from: run.from,
    isCounted: ({ receiver, attempt }) => names.includes(receiver) && attempt === 1,
    timeoutMs: firstAttemptsMs,
  });
  const total = made;
  const judgedFrom = stackClock(run.moves).latest(machineNow());
  await passRetries(deployment, run);

  const arrivals = oursOf(deployment, run);
  const wrong = await countAllWrong(deployment, subscription, arrivals);
  const faults = Object.entries(behaviours).map(([name, behaviour]) =>
    checkRetries(
      behaviour,
      arrivals.filter(({ receiver }) => receiver === name),
      stackClock(run.moves),
      judgedFrom,
    ),
  );
  const failures = await countFailures(deployment, api, () => createContact(api, made++));

  return rowsOf({ total, arrivals, faults, wrong, failures });
}

function oursOf({ receivers }: Deployment, { from }: RetryRun): Arrival[] {
  return receivers.arrivals.slice(from).filter(({ receiver }) => names.includes(receiver));
}

async function countAllWrong(
  { table }: Deployment,
  { workspaceId, webhookIds }: Subscription,
  arrivals: readonly Arrival[],
): Promise<number> {
  const eventIds = new Set(arrivals.map(({ eventId }) => eventId));
  let wrong = 0;
  for (const [name, behaviour] of Object.entries(behaviours)) {
    const webhookId = webhookIds[name] ?? '';
    wrong += await countWrongRecords(table, { workspaceId, webhookId }, behaviour, eventIds);
  }

  return wrong;
}

const Webhooks = z.object({ data: z.array(Webhook) });

/** What a webhook counts when, after a success, its receiver refuses so many deliveries at once. */
async function countFailures(
  { receivers, time }: Deployment,
  api: ApiClient,
  create: () => Promise<void>,
): Promise<number> {
  const receiver = 'failing';
  const createAll = async (count: number) => {
    const arrived = receivers.untilArrived({
      count,
      isCounted: (arrival) => arrival.receiver === receiver,
      timeoutMs: firstAttemptsMs,
    });
    await Promise.all(Array.from({ length: count }, create));
    await arrived;
    await time.settle(deliveryQueues);
  };
  for (const name of names) await receivers.change(name, content);
  await createAll(1);
  await receivers.change(receiver, { errors: 100, hangs: 0 });
  await createAll(refusals);
  const { data } = await api.get(Webhooks, '/webhooks');

  return data.find(({ url }) => url === receivers.urlOf(receiver))?.consecutiveFailures ?? 0;
}

interface Findings {
  readonly total: number;
  readonly arrivals: readonly Arrival[];
  readonly faults: readonly RetryFaults[];
  readonly wrong: number;
  readonly failures: number;
}

function rowsOf({ total, arrivals, faults, wrong, failures }: Findings): Row[] {
  const sum = (figure: keyof RetryFaults) => faults.reduce((count, each) => count + each[figure], 0);
  const latestMs = Math.max(...faults.map((each) => each.latestMs));
  const reached = new Set(arrivals.map(({ receiver, eventId }) => `${receiver} ${eventId}`)).size;
  const none = (what: string, count: number, detail: string): Row => {
    return { what, measured: String(count), bar: '0', holds: count === 0, detail };
  };

  return [
    none('events that a receiver never got', total * names.length - reached, `${total} × ${names.length}`),
    none(
      'deliveries with too few, too many or doubled attempts',
      sum('miscounted'),
      `${arrivals.length} attempts`,
    ),
    none('retries before they were due', sum('early'), ''),
    none(
      'retries more than 3 s late',
      sum('late'),
      `${sum('judged')} judged, the latest ${rounded(latestMs / 1000)} s`,
    ),
    none('deliveries recorded otherwise than received', wrong, ''),
    none('consecutive failures miscounted', Math.abs(refusals - failures), `${failures} of ${refusals}`),
  ];
}
