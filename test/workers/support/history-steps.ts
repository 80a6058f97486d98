import fc from 'fast-check';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import type { Reaction } from './endpoints.ts';
import { begin, end, handOver, handOverDue, type OpenAttempt, releaseNow } from './hand-over.ts';
import { enableWebhook, type History, publishEvent, rotate } from './history.ts';
import { context } from './invoke.ts';

/** One step of a history. `pick` selects its target among the candidates at that time. */
export const historyStep = fc.record({
  operation: fc.constantFrom(
    ...([
      'happen',
      'happen',
      'due',
      'due',
      'due',
      'due',
      'react',
      'react',
      'pass',
      'repeat',
      'begin',
      'end',
    ] as const),
    ...(['together', 'together', 'release', 'sweep', 'rotate', 'enable', 'resend', 'lose'] as const),
  ),
  pick: fc.nat(99),
  twice: fc.boolean(),
});
export type HistoryStep = Readonly<typeof historyStep extends fc.Arbitrary<infer Step> ? Step : never>;

const eventsMax = 5;
const minuteMs = 60_000;

const reactions: readonly Reaction[] = [
  ...[200, 204, 500, 503, 400, 410].map((status) => ({ status })),
  { status: 429, headers: { 'Retry-After': '600' } },
  { status: 503, headers: { 'Retry-After': '100000' } },
  'hang up',
  ...[500, 500, 502].map((status) => ({ status })),
];
const passes = [1000, 30_000, minuteMs, 6 * minuteMs, 31 * minuteMs, 125 * minuteMs, 8 * 1440 * minuteMs];

/** A history and the progress of its steps. */
export interface HistoryRun {
  readonly history: History;
  readonly open: (OpenAttempt & { readonly since: number })[];
  steps: number;
  events: number;
  resends: number;
}

export const startHistoryRun = (history: History): HistoryRun => ({
  history,
  open: [],
  steps: 0,
  events: 0,
  resends: 0,
});

type Operation = (run: HistoryRun, step: HistoryStep) => Promise<void> | void;

const operations: Record<HistoryStep['operation'], Operation> = {
  happen: async (run, { pick }) => {
    for (let count = 1 + (pick % 3); count > 0 && run.events < eventsMax; count--) {
      run.events += 1;
      await publishEvent(run.history);
    }
  },
  due: ({ history }, { pick }) => handOverDue(history, pick),
  react: ({ history }, { pick }) => {
    history.reaction = at(reactions, pick) ?? history.reaction;
  },
  pass: ({ history }, { pick }) => {
    history.world.now += at(passes, pick) ?? 0;
  },
  repeat: async ({ history }, { pick, twice }) => {
    const queued = at(history.world.calls, pick);
    if (queued) await handOver(history, queued.message, twice);
  },
  begin: (run, { pick }) => beginOpen(run, at(run.history.world.calls, pick)?.message),
  together: async (run, { pick }) => {
    const { world } = run.history;
    const due = world.calls.filter(({ isTaken, readyAt }) => !isTaken && readyAt <= world.now);
    for (const queued of due) {
      queued.isTaken = true;
      await beginOpen(run, queued.message);
    }
    while (run.open.length > 0) await endOpen(run, at(run.open, pick));
  },
  end: (run, { pick }) => endOpen(run, at(run.open, pick)),
  release: ({ history }, { twice }) => releaseNow(history, twice),
  sweep: async ({ history }, { twice }) => {
    const { world } = history;
    await Promise.all([world.sweep({}, context), twice && world.sweep({}, context)]);
  },
  rotate: ({ history }) => rotate(history),
  enable: ({ history }, { pick }) => enableWebhook(history, pick % 2 === 0 ? 'held' : 'none'),
  resend: async (run, { pick, twice }) => {
    const { world, model } = run.history;
    const message = at(world.calls, pick)?.message;
    const delivery = message && model.deliveries.get(message.eventId);
    if (!delivery) return;
    const attempt = Math.max(1, delivery.attempts);
    run.resends += 1;
    const again = { ...message, attempt, dueAt: world.now, resend: run.resends };
    await world.ports.deliveries.send([{ message: again }]);
    if (twice) await handOver(run.history, again, twice);
  },
  lose: ({ history }, { pick }) => {
    const { world, model } = history;
    // The message of an event without a delivery item is its only record, so it is not lost here.
    const waiting = world.calls.filter(
      ({ isTaken, message }) =>
        !isTaken && message.resend === undefined && model.deliveries.has(message.eventId),
    );
    const lost = at([...waiting, ...world.releases.filter(({ isTaken }) => !isTaken)], pick);
    if (lost) lost.isTaken = true;
  },
};

export async function perform(run: HistoryRun, step: HistoryStep): Promise<void> {
  run.steps += 1;
  await operations[step.operation](run, step);
  // An endpoint that exceeds its deadline is not part of these histories.
  for (const attempt of run.open.filter(({ since }) => run.steps - since >= 3)) await endOpen(run, attempt);
}

export async function endAll(run: HistoryRun): Promise<void> {
  for (const attempt of [...run.open]) await endOpen(run, attempt);
}

async function beginOpen(
  { history, open, steps }: HistoryRun,
  call: DeliveryMessage | undefined,
): Promise<void> {
  const begun = call && (await begin(history, call));
  if (begun) open.push({ ...begun, since: steps });
}

async function endOpen(
  { history, open }: HistoryRun,
  attempt: HistoryRun['open'][number] | undefined,
): Promise<void> {
  if (!attempt) return;
  open.splice(open.indexOf(attempt), 1);
  await end(history, attempt);
}

const at = <Value>(list: readonly Value[], pick: number): Value | undefined => list[pick % list.length];
