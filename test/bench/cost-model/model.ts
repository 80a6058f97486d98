import { endpoints, workers } from '#lib/operations.ts';
import type { Cost } from '../support/cost.ts';
import type { CostTable } from '../support/cost-table.ts';
import { pricePerMillion, pricePerMonth } from '../support/prices.ts';
import type { StageInventory } from './stage.ts';

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

/**
 * Five pollers for each queue, each asking again after twenty seconds. Lambda would go down to two while a queue is idle, but
 * not where a maximum concurrency is set. https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const emptyReceivesPerMonth = (5 * minutesOfMonth * 60) / 20;

/** The sweeper counts the messages of all dead-letter queues: one for each queue, and one of the stream. */
const deadLetterCountsPerMonth = minutesOfMonth / 5;

const idleRuns = [
  { figure: 'maintenance.sweep, nothing late', everyMinutes: 1 },
  { figure: 'email-accounts.check-health, nothing due', everyMinutes: 1 },
  { figure: 'dashboard.fold, nothing due', everyMinutes: 15 },
];

/** Dollars a month of a stage without any use. */
export function idleMonth(costs: CostTable, stage: StageInventory): Readonly<Record<string, number>> {
  const counting = (stage.polledQueues + 1) * deadLetterCountsPerMonth * pricePerMillion.sqsCalls;
  const running = idleRuns.reduce((sum, { figure, everyMinutes }) => {
    const operation = figure.split(',')[0] ?? '';
    const run = totalOf(price(costs, { what: '', figure, operation, together: 1 }));

    return sum + (run * minutesOfMonth) / everyMinutes;
  }, 0);

  return {
    // Between two wake-ups nothing of it runs, and no schedule is due.
    'a campaign with nothing to do': 0,
    'scheduled functions': (running + counting) / 1e6,
    'waiting for messages': (stage.polledQueues * emptyReceivesPerMonth * pricePerMillion.sqsCalls) / 1e6,
    'alarms, by their metrics': stage.alarmMetrics * pricePerMonth.alarm,
    dashboards: stage.dashboards * pricePerMonth.dashboard,
    keys: stage.keys * pricePerMonth.kmsKey,
  };
}

/**
 * Waiting for the mail server: TCP, TLS, login and opening the inbox, ten round trips of 100 ms, and half a second of the
 * server's own. Half a second more for the start of an instance, which Lambda charges too.
 */
const inboxMs = 2000;

/** Sending the scheduled message, receiving and deleting it. */
const queueCalls = 3;

/** Dollars a month of one mailbox whose inbox is read every so many minutes, and in which nothing arrives. */
export function mailboxMonth(costs: CostTable, everyMinutes: number): number {
  const line = {
    what: '',
    figure: 'inbox.sync, nothing new',
    operation: 'inbox.sync',
    together: 1,
    waitsMs: inboxMs,
  };
  const reading =
    totalOf(price(costs, line)) +
    pricePerMillion.schedulerCalls +
    queueCalls * pricePerMillion.sqsCalls +
    // An instance that has not opened the workspace's data key yet, as rare reads find as a rule.
    pricePerMillion.kmsCalls;

  return (reading * minutesOfMonth) / everyMinutes / 1e6;
}
