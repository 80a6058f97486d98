import fc from 'fast-check';
import { timestamp } from '#lib/values/ids.ts';
import { toWebhook, webhookKey } from '#lib/webhooks/items.ts';
import { connected } from '../../support/stack.ts';
import { type ModelDelivery, oldestHeld } from './delivery-model.ts';
import type { Endpoints } from './endpoints.ts';
import { handOverDue } from './hand-over.ts';
import { beginHistory, enableWebhook, type History, historyStart, type Planted } from './history.ts';
import { endAll, type HistoryStep, historyStep, perform, startHistoryRun } from './history-steps.ts';
import { context } from './invoke.ts';
import { readDeliveries } from './stored-deliveries.ts';

const stepsMax = 16;
const roundsMax = 150;
/** After this delay, the sweeper finds overdue work. */
const sweepDelayMs = 121_000;

/** Concurrent histories: each mostly waits for the engines. */
const lanes = 6;

/** @throws the shortest failing history, with the seed that reproduces it */
export async function runHistories(
  endpoints: Endpoints,
  { runs, seed, planted }: { readonly runs: number; readonly seed: number; readonly planted?: Planted },
): Promise<void> {
  const steps = fc.array(historyStep, { maxLength: stepsMax, size: 'max' });
  let isFound = false;
  const property = fc.asyncProperty(historyStart, steps, async (start, list) => {
    if (isFound) return;
    try {
      await runHistory(await beginHistory(endpoints, start, planted), list);
    } catch (error) {
      // A planted bug needs to be found only once.
      isFound = planted !== undefined;
      throw error;
    }
  });
  const numRuns = Math.ceil(runs / lanes);
  const lane = (number: number) =>
    fc.assert(property, {
      seed: seed + number,
      numRuns,
      endOnFailure: planted !== undefined,
      includeErrorInReport: true,
    });
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
}

async function runHistory(history: History, steps: readonly HistoryStep[]): Promise<void> {
  const run = startHistoryRun(history);
  for (const step of steps) {
    await perform(run, step);
    await expectSame(history, step);
  }
  await endAll(run);
  await expectSame(history, 'the end of all open attempts');
  await expectEnd(history);
}

async function expectSame(history: History, after: unknown): Promise<void> {
  const fault = await difference(history);
  if (fault !== undefined) throw new Error(`after ${JSON.stringify(after)}: ${fault}`);
}

/**
 * The endpoint recovers. All deliveries must end without a request; the declined ones must end after the webhook is
 * enabled with a replay.
 */
async function expectEnd(history: History): Promise<void> {
  const { model } = history;
  history.reaction = { status: 200 };
  if (model.status !== 'disabled') await drain(history);
  await enableWebhook(history, 'held');
  await drain(history);
  await expectLogs(history);
}

async function drain(history: History): Promise<void> {
  const { world, model } = history;
  for (let round = 0; isUnfinished(history); round++) {
    if (round === roundsMax) throw new Error(`never ends: ${JSON.stringify([...model.deliveries])}`);
    const isCalled = [...world.calls, ...world.releases].some(({ isTaken }) => !isTaken);
    if (!isCalled) {
      world.now += sweepDelayMs;
      await world.sweep({}, context);
    }
    await handOverDue(history, round);
    await expectSame(history, 'a delivery of all due messages');
  }
}

function isUnfinished({ world, model }: History): boolean {
  const isWaiting = ({ status, isUnwanted, heldAs }: ModelDelivery) =>
    status === 'pending' || (status === 'held' && !isUnwanted && heldAs > oldestHeld(world.now));

  return (
    [...model.deliveries.values()].some(isWaiting) ||
    world.calls.some(({ isTaken, message }) => !isTaken && message.attempt === 1)
  );
}

/** Each delivery is delivered, has five attempts or is too old; its log has each attempt once. */
async function expectLogs(history: History): Promise<void> {
  const { world, model } = history;
  for (const { eventId, status, attempts, log } of await readDeliveries(history)) {
    const numbers = log.filter(({ trigger }) => trigger === 'schedule').map(({ number }) => number);
    const isEnd =
      status === 'delivered' ||
      (status === 'exhausted' && attempts === 5) ||
      (status === 'held' && (model.deliveries.get(eventId)?.heldAs ?? '') < oldestHeld(world.now));
    if (!isEnd || numbers.join() !== Array.from({ length: attempts }, (_, index) => index + 1).join()) {
      throw new Error(`${eventId} ended ${status} after ${attempts} attempts; its log has ${numbers}`);
    }
  }
}

/** @returns the first fault, including a difference between the table and the model */
async function difference(history: History): Promise<string | undefined> {
  const { world, model, webhookId, faults } = history;
  const { workspaceId } = world;
  const { table } = connected();
  const [item, deliveries] = await Promise.all([
    table.get(webhookKey(workspaceId, webhookId)),
    readDeliveries(history),
  ]);
  const { status, consecutiveFailures } = toWebhook(item ?? { pk: '', sk: '' });
  const found = [
    `${status}, ${consecutiveFailures} failures`,
    ...deliveries.map((each) => describe(each.eventId, { ...each, logged: each.log.length })),
  ];
  const expected = [
    `${model.status}, ${model.failures} failures`,
    ...[...model.deliveries].sort().map(([eventId, each]) => describe(eventId, each)),
  ];
  if (found.join('\n') !== expected.join('\n')) {
    faults.push(`the table says\n${found.join('\n')}\nand should say\n${expected.join('\n')}`);
  }

  return faults[0];
}

interface Described {
  readonly status: string;
  readonly attempts: number;
  readonly logged: number;
  readonly dueAt?: number | undefined;
}

function describe(eventId: string, { status, attempts, logged, dueAt }: Described): string {
  const due = dueAt === undefined ? '' : `, due ${timestamp(dueAt)}`;

  return `  ${eventId}: ${status} after ${attempts} attempts, ${logged} in its log${due}`;
}
