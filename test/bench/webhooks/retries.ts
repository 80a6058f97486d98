import * as z from 'zod/mini';
import { Webhook } from '#lib/webhooks/webhook.ts';
import type { ApiClient } from '../../../infra/local/demo/api-client.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { type Row, rounded } from '../support/report.ts';
import { accepting } from './behaviour.ts';
import { countWrongRecords, lostAttempts, readRecords } from './delivery-records.ts';
import { type Deployment, deliveryQueues, type Subscription, subscribe } from './deployment.ts';
import { openLoop } from './open-loop.ts';
import type { Arrival } from './receivers.ts';
import { checkRetries, type RetryFaults } from './retry-check.ts';
import { machineNow, passRetries } from './retry-clock.ts';
import { type ClockMove, type StackClock, stackClock } from './stack-clock.ts';
import { connectApi, createContact, importPaced } from './workspace.ts';

export interface RetriesSize {
  readonly events: number;
}

/** One always accepts, one sometimes fails, one sometimes never responds. */
const behaviours = {
  content: accepting,
  failing: { errors: 30, hangs: 0 },
  stalling: { errors: 0, hangs: 5 },
};
const names = Object.keys(behaviours);
const firstAttemptsMs = 120_000;
/** With a higher share, the retry schedule could no longer be observed. */
const lostPercentMax = 0.1;

/**
 * Some deliveries still hang after the last of many events. Without other events, twenty hanging ones in a
 * row would disable their endpoint, as the specification requires, which is not the subject here.
 */
const backgroundLoad = { perSecond: 1.5, seconds: 12 };
/** Enough to set an endpoint to `failing`, too few to disable it. */
const refusals = 7;

/**
 * Checks that every event reaches every receiver or has all its attempts, on time, and that failures are
 * counted exactly: through the API, the stream, `publish` and the queue, with the clock moved through the
 * retries.
 * @param deployment without the circuit breaker, so that every attempt is made when it is due
 */
export async function measureRetries(deployment: Deployment, { events }: RetriesSize): Promise<Row[]> {
  const { receivers } = deployment;
  const subscription = await subscribe(deployment, names, 'contact.created');
  const api = await connectApi(deployment, subscription.workspaceId);
  for (const [name, behaviour] of Object.entries(behaviours)) await receivers.change(name, behaviour);
  const from = receivers.arrivals.length;
  const firsts = () => oursOf(deployment, from).filter(({ attempt }) => attempt === 1).length;

  await importPaced(api, events, (imported) => imported * names.length - firsts());
  let made = events;
  await openLoop(backgroundLoad, () => createContact(api, made++));
  // Not only first attempts: one of them may be lost on a busy machine and is retried a minute later.
  const isReached = () => countReached(oursOf(deployment, from)) === made * names.length;
  await waitUntil('every event at every receiver', isReached, firstAttemptsMs);
  const total = made;
  const moves: ClockMove[] = [];
  const judgedFrom = machineNow();
  await passRetries(deployment, moves);

  const arrivals = oursOf(deployment, from);
  const checked = await checkAll(deployment, subscription, {
    arrivals,
    clock: stackClock(moves),
    judgedFrom,
  });
  const failures = await countFailures(deployment, api, () => createContact(api, made++));

  return rowsOf({ total, arrivals, failures, ...checked });
}

function oursOf({ receivers }: Deployment, from: number): Arrival[] {
  return receivers.arrivals.slice(from).filter(({ receiver }) => names.includes(receiver));
}

function countReached(arrivals: readonly Arrival[]): number {
  return new Set(arrivals.map(({ receiver, eventId }) => `${receiver} ${eventId}`)).size;
}

interface Seen {
  readonly arrivals: readonly Arrival[];
  readonly clock: StackClock;
  readonly judgedFrom: number;
}

/** Compares each receiver's arrivals, and the records of its deliveries, with the expected ones. */
async function checkAll(
  { table }: Deployment,
  { workspaceId, webhookIds }: Subscription,
  { arrivals, clock, judgedFrom }: Seen,
): Promise<Pick<Findings, 'faults' | 'wrong' | 'lost'>> {
  const eventIds = new Set(arrivals.map(({ eventId }) => eventId));
  const faults: RetryFaults[] = [];
  let [wrong, lost] = [0, 0];
  for (const [name, behaviour] of Object.entries(behaviours)) {
    const records = await readRecords(table, { workspaceId, webhookId: webhookIds[name] ?? '' });
    const lostHere = lostAttempts(behaviour, records);
    const own = arrivals.filter(({ receiver }) => receiver === name);
    faults.push(checkRetries(behaviour, own, clock, judgedFrom, lostHere));
    wrong += countWrongRecords(behaviour, records, eventIds);
    lost += [...lostHere.values()].reduce((sum, numbers) => sum + numbers.size, 0);
  }

  return { faults, wrong, lost };
}

const Webhooks = z.object({ data: z.array(Webhook) });

/**
 * Counts a webhook's consecutive failures when its receiver, after a success, refuses several deliveries
 * concurrently.
 */
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
  for (const name of names) await receivers.change(name, accepting);
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
  readonly lost: number;
  readonly failures: number;
}

function rowsOf({ total, arrivals, faults, wrong, lost, failures }: Findings): Row[] {
  const sum = (figure: Exclude<keyof RetryFaults, 'examples'>) =>
    faults.reduce((count, each) => count + each[figure], 0);
  const latestMs = Math.max(...faults.map((each) => each.latestMs));
  const noLostAttempts = (what: string, count: number, detail: string): Row => {
    return { what, measured: String(count), bar: '0', holds: count === 0, detail };
  };

  return [
    noLostAttempts(
      'events that a receiver never got',
      total * names.length - countReached(arrivals),
      `${total} × ${names.length}`,
    ),
    noLostAttempts(
      'deliveries with too few, too many or duplicate attempts',
      sum('miscounted'),
      [`${arrivals.length} attempts`, ...faults.flatMap(({ examples }) => examples).slice(0, 3)].join('; '),
    ),
    noLostAttempts('retries before they were due', sum('early'), ''),
    noLostAttempts(
      'retries more than 3 s late',
      sum('late'),
      `${sum('judged')} checked, the latest ${rounded(latestMs / 1000)} s`,
    ),
    noLostAttempts('deliveries with a record that differs from the receiver’s', wrong, ''),
    {
      what: 'attempts that did not reach their receiver because the machine was busy, in percent',
      measured: rounded((100 * lost) / arrivals.length),
      bar: `≤ ${lostPercentMax}`,
      holds: (100 * lost) / arrivals.length <= lostPercentMax,
      detail: String(lost),
    },
    noLostAttempts(
      'consecutive failures miscounted',
      Math.abs(refusals - failures),
      `${failures} of ${refusals}`,
    ),
  ];
}
