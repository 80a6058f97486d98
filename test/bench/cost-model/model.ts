import { routedEndpoints, workers } from '#lib/operations.ts';
import type { Cost } from '../support/cost.ts';
import type { CostTable } from '../support/cost-table.ts';
import { pricePerMillion, pricePerMonth } from '../support/prices.ts';
import type { StageInventory } from './stage.ts';

/** Estimates: a round trip within a region takes 5 ms, and a handler's own work 3 ms. */
const tripMs = 5;
const handlerMs = 3;
/** Log volume of an invocation, including Lambda's own lines and one line per processed object. */
export const logKilobytes = 0.6;
const lineKilobytes = 0.3;
const memoryMbDefault = 512;
const minutesOfMonth = 43_200;

/** Costs of a million operations, or of a month. */
interface Line {
  readonly what: string;
  /** A figure of `costs.json`. */
  readonly figure: string;
  /** The memory size of this operation determines the price of time. */
  readonly operation: string;
  /** Number of operations per invocation. */
  readonly together: number;
  /** Additional time per invocation during which the function waits for external servers. */
  readonly waitsMs?: number;
  readonly isRequest?: boolean;
  /** Whether each operation has a log line. */
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
    what: 'requests that write',
    figure: 'contacts.create, with Idempotency-Key',
    operation: 'contacts.create',
    together: 1,
    isRequest: true,
  },
  {
    what: 'contacts imported',
    figure: 'one contact imported in the background',
    operation: 'jobs.run',
    together: 500,
  },
  {
    what: 'events published, 25 together',
    figure: 'one event of 25 published together',
    operation: 'events.publish',
    together: 25,
  },
  {
    what: 'webhook deliveries',
    figure: 'one webhook delivery that succeeds',
    operation: 'webhooks.deliver',
    together: 5,
    waitsMs: 200,
    isLogged: true,
  },
  {
    what: 'mails, due to recorded',
    figure: 'one e-mail, due to recorded as sent',
    operation: 'emails.send',
    together: 1,
    waitsMs: 2000,
    isLogged: true,
  },
  {
    what: 'opens and clicks',
    figure: 'tracking.open',
    operation: 'tracking.open',
    together: 1,
    isRequest: true,
  },
  {
    what: 'replies',
    figure: 'inbox.sync, a reply',
    operation: 'inbox.sync',
    together: 1,
    isLogged: true,
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

/** Dollars per million. @throws when a figure or an operation does not exist */
export function price(costs: CostTable, { what, figure, operation, together, ...line }: Line): Priced {
  const cost = costs[figure];
  if (!cost) throw new Error(`costs.json has no figure «${figure}»`);
  const { waitsMs = 0, isRequest = false, isLogged = false } = line;
  const milliseconds = cost.roundTrips * tripMs + handlerMs + waitsMs;

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

const queuesOf = ({ sqsCalls, schedulerCalls, kmsCalls, s3Calls }: Cost) =>
  sqsCalls * pricePerMillion.sqsCalls +
  schedulerCalls * pricePerMillion.schedulerCalls +
  kmsCalls * pricePerMillion.kmsCalls +
  s3Calls * pricePerMillion.s3Calls;

/** Dollars per million invocations. */
export function lambdaOf(operation: string, milliseconds: number): number {
  const found = [...routedEndpoints, ...workers].find(({ name }) => name === operation);
  if (!found) throw new Error(`there is no operation ${operation}`);
  const gigabytes = (found.definition.memoryMb ?? memoryMbDefault) / 1024;

  return (
    pricePerMillion.lambdaInvocations + ((gigabytes * milliseconds) / 1000) * pricePerMillion.lambdaGbSeconds
  );
}

export const totalOf = ({ database, queues, gateway, lambda, logs }: Priced) =>
  database + queues + gateway + lambda + logs;

/**
 * Five pollers per queue, each polling every twenty seconds. Lambda would reduce them to two for an idle
 * queue, but not with a maximum concurrency.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const emptyReceivesPerMonth = (5 * minutesOfMonth * 60) / 20;

/** The sweeper counts the messages of all dead-letter queues: one per queue, and the stream's. */
const deadLetterCountsPerMonth = minutesOfMonth / 5;

const idleRuns = [
  { figure: 'maintenance.sweep, nothing late', everyMinutes: 1 },
  { figure: 'email-accounts.check-health, nothing due', everyMinutes: 1 },
];

/** Dollars per month of an unused stage. */
export function idleMonth(costs: CostTable, stage: StageInventory): Readonly<Record<string, number>> {
  const counting = (stage.polledQueues + 1) * deadLetterCountsPerMonth * pricePerMillion.sqsCalls;
  const running = idleRuns.reduce((sum, { figure, everyMinutes }) => {
    const operation = figure.split(',')[0] ?? '';
    const run = totalOf(price(costs, { what: '', figure, operation, together: 1 }));

    return sum + (run * minutesOfMonth) / everyMinutes;
  }, 0);

  return {
    // Between two dispatches nothing runs, and no schedule is due.
    'a campaign with nothing to do': 0,
    'scheduled functions': (running + counting) / 1e6,
    'waiting for messages': (stage.polledQueues * emptyReceivesPerMonth * pricePerMillion.sqsCalls) / 1e6,
    'alarms, by their metrics': stage.alarmMetrics * pricePerMonth.alarm,
    dashboards: stage.dashboards * pricePerMonth.dashboard,
    keys: stage.keys * pricePerMonth.kmsKey,
  };
}
