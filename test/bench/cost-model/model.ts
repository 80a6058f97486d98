import { endpoints, workers } from '#lib/operations.ts';
import { queueNames } from '#lib/queue/queues.ts';
import type { Cost } from '../support/cost.ts';
import type { CostTable } from '../support/cost-table.ts';
import { pricePerMillion, pricePerMonth } from '../support/prices.ts';

/** What is reckoned and not measured: round trips within a region take 5 ms, and a handler's own work 3 ms. */
const tripMs = 5;
const ownMs = 3;
/** Of an invocation, Lambda's own lines included; and of a line for each of what it does. */
const logKilobytes = 0.6;
const lineKilobytes = 0.3;
const memoryMbUsual = 512;
const minutesOfMonth = 43_200;

/** A million of something, or a month of it. */
interface Line {
  readonly what: string;
  /** A figure of `costs.json`. */
  readonly figure: string;
  /** By whose memory the time is paid. */
  readonly operation: string;
  /** How many of it one invocation does. */
  readonly together: number;
  /** How long each invocation waits for others' servers besides. */
  readonly waitsMs?: number;
  readonly isRequest?: boolean;
  /** Whether each has a line in the log. */
  readonly isLogged?: boolean;
}

export const millions: readonly Line[] = [
  {
    what: 'requests that read',
    figure: 'contacts.get',
    operation: 'contacts.get',
    together: 1,
    isRequest: true,
  },
  {
    what: 'requests that list',
    figure: 'contacts.list',
    operation: 'contacts.list',
    together: 1,
    isRequest: true,
  },
  {
    ...{ what: 'requests that write', figure: 'contacts.create, with Idempotency-Key' },
    ...{ operation: 'contacts.create', together: 1, isRequest: true },
  },
  {
    ...{ what: 'contacts imported', figure: 'one contact imported in the background' },
    ...{ operation: 'contacts.run-import', together: 500 },
  },
  {
    ...{ what: 'events published, 25 together', figure: 'one event of 25 published together' },
    ...{ operation: 'activity.publish', together: 25 },
  },
  {
    ...{ what: 'webhook deliveries', figure: 'one webhook delivery that succeeds' },
    ...{ operation: 'webhooks.deliver', together: 5, waitsMs: 200, isLogged: true },
  },
  {
    ...{ what: 'mails, due to recorded', figure: 'one e-mail, due to recorded as sent' },
    ...{ operation: 'emails.send', together: 1, waitsMs: 2000, isLogged: true },
  },
];

export interface Priced {
  readonly what: string;
  readonly database: number;
  readonly queues: number;
  readonly gateway: number;
  readonly lambda: number;
  readonly logs: number;
}

/** Dollars per million. @throws when a figure or an operation is not there any more */
export function price(costs: CostTable, { what, figure, operation, together, ...line }: Line): Priced {
  const cost = costs[figure];
  if (!cost) throw new Error(`costs.json has no figure «${figure}»`);
  const { waitsMs = 0, isRequest = false, isLogged = false } = line;
  const milliseconds = cost.roundTrips * tripMs + ownMs + waitsMs;

  return {
    what,
    database: databaseOf(cost),
    queues: queuesOf(cost),
    gateway: isRequest ? pricePerMillion.gatewayRequests : 0,
    lambda: lambdaOf(operation, milliseconds) / together,
    logs: (logKilobytes / together + (isLogged ? lineKilobytes : 0)) * pricePerMillion.logKilobytes,
  };
}

const databaseOf = ({ writeUnits, readUnits }: Cost) =>
  writeUnits * pricePerMillion.writeUnits + readUnits * pricePerMillion.readUnits;

const queuesOf = ({ sqsCalls, schedulerCalls, kmsCalls }: Cost) =>
  sqsCalls * pricePerMillion.sqsCalls +
  schedulerCalls * pricePerMillion.schedulerCalls +
  kmsCalls * pricePerMillion.kmsCalls;

function lambdaOf(operation: string, milliseconds: number): number {
  const found = [...endpoints, ...workers].find(({ name }) => name === operation);
  if (!found) throw new Error(`there is no operation ${operation}`);
  const gigabytes = (found.definition.memoryMb ?? memoryMbUsual) / 1024;

  return (
    pricePerMillion.lambdaInvocations + ((gigabytes * milliseconds) / 1000) * pricePerMillion.lambdaGbSeconds
  );
}

export const totalOf = ({ database, queues, gateway, lambda, logs }: Priced) =>
  database + queues + gateway + lambda + logs;

/** Lambda keeps five pollers on a queue, each asking again after twenty seconds: what waiting for messages costs. */
const emptyReceivesPerMonth = (5 * minutesOfMonth * 60) / 20;

/** One seals secrets, the other authenticates links and Message-IDs. */
const keysOfStage = 2;

/** Dollars a month of a stage that nobody uses. */
export function idleMonth(costs: CostTable, alarms: number): Readonly<Record<string, number>> {
  const runs = ['maintenance.sweep, nothing late', 'email-accounts.check-health, nothing due'];
  const sweeping = runs.map((figure) => {
    const operation = figure.split(',')[0] ?? '';

    return totalOf(price(costs, { what: '', figure, operation, together: 1 }));
  });

  return {
    // Between two wake-ups nothing of it runs, and no schedule is due.
    'a campaign with nothing to do': 0,
    'what runs each minute': (sweeping.reduce((sum, each) => sum + each, 0) * minutesOfMonth) / 1e6,
    'waiting for messages': (queueNames.length * emptyReceivesPerMonth * pricePerMillion.sqsCalls) / 1e6,
    'alarms, dashboard, keys':
      alarms * pricePerMonth.alarm + pricePerMonth.dashboard + keysOfStage * pricePerMonth.kmsKey,
  };
}
