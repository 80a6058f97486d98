import fc from 'fast-check';
import type { DeliveryMessage } from '#lib/webhooks/workers.ts';
import type { Reaction } from './endpoints.ts';
import { begin, end, handOver, handOverDue, type OpenAttempt, releaseNow } from './hand-over.ts';
import { enableWebhook, type History, happen, rotate } from './history.ts';
import { context } from './invoke.ts';

/** One thing that happens. What it happens to is picked from what there is then. */
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

/** A history as far as its steps have come. */
export interface Life {
  readonly history: History;
  readonly open: (OpenAttempt & { readonly since: number })[];
  steps: number;
  events: number;
  resends: number;
}

export const newLife = (history: History): Life => ({ history, open: [], steps: 0, events: 0, resends: 0 });

type Operation = (life: Life, step: HistoryStep) => Promise<void> | void;

const operations: Record<HistoryStep['operation'], Operation> = {
  happen: async (life, { pick }) => {
    for (let count = 1 + (pick % 3); count > 0 && life.events < eventsMax; count--) {
      life.events += 1;
      await happen(life.history);
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
  begin: (life, { pick }) => beginOpen(life, at(life.history.world.calls, pick)?.message),
  together: async (life, { pick }) => {
    const { world } = life.history;
    const due = world.calls.filter(({ isTaken, readyAt }) => !isTaken && readyAt <= world.now);
    for (const queued of due) {
      queued.isTaken = true;
      await beginOpen(life, queued.message);
    }
    while (life.open.length > 0) await endOpen(life, at(life.open, pick));
  },
  end: (life, { pick }) => endOpen(life, at(life.open, pick)),
  release: ({ history }, { twice }) => releaseNow(history, twice),
  sweep: async ({ history }, { twice }) => {
    const { world } = history;
    await Promise.all([world.sweep({}, context), twice && world.sweep({}, context)]);
  },
  rotate: ({ history }) => rotate(history),
  enable: ({ history }, { pick }) => enableWebhook(history, pick % 2 === 0 ? 'held' : 'none'),
  resend: async (life, { pick, twice }) => {
    const { world, model } = life.history;
    const message = at(world.calls, pick)?.message;
    const delivery = message && model.deliveries.get(message.eventId);
    if (!delivery) return;
    const attempt = Math.max(1, delivery.attempts);
    life.resends += 1;
    const again = { ...message, attempt, dueAt: world.now, resend: life.resends };
    await world.ports.deliveries.send([{ message: again }]);
    if (twice) await handOver(life.history, again, twice);
  },
  lose: ({ history }, { pick }) => {
    const { world, model } = history;
    // Of what nothing is known yet, the queue is all there is: that one is not lost.
    const waiting = world.calls.filter(
      ({ isTaken, message }) =>
        !isTaken && message.resend === undefined && model.deliveries.has(message.eventId),
    );
    const lost = at([...waiting, ...world.releases.filter(({ isTaken }) => !isTaken)], pick);
    if (lost) lost.isTaken = true;
  },
};

export async function perform(life: Life, step: HistoryStep): Promise<void> {
  life.steps += 1;
  await operations[step.operation](life, step);
  // An endpoint that waits for longer than its deadline is another story.
  for (const attempt of life.open.filter(({ since }) => life.steps - since >= 3))
    await endOpen(life, attempt);
}

export async function endAll(life: Life): Promise<void> {
  for (const attempt of [...life.open]) await endOpen(life, attempt);
}

async function beginOpen({ history, open, steps }: Life, call: DeliveryMessage | undefined): Promise<void> {
  const begun = call && (await begin(history, call));
  if (begun) open.push({ ...begun, since: steps });
}

async function endOpen({ history, open }: Life, attempt: Life['open'][number] | undefined): Promise<void> {
  if (!attempt) return;
  open.splice(open.indexOf(attempt), 1);
  await end(history, attempt);
}

const at = <Value>(list: readonly Value[], pick: number): Value | undefined => list[pick % list.length];
