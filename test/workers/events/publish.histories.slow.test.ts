import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { zeroCounters } from '#lib/campaigns/state/stored.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import { commit, recordEvents, retractionUpdates } from '#lib/commit/commit.ts';
import { publish } from '#lib/events/publish.ts';
import { readBreakdown } from '#lib/statistics/breakdown.ts';
import { readDays } from '#lib/statistics/days.ts';
import { recountStatistics } from '#lib/statistics/recount.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import type { Item } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { queueNames } from '#lib/values/queues.ts';
import { recordOf } from '#lib/values/record-of.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { planSettingsUpdate } from '#lib/workspaces/settings.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { dayMs, setClock } from '../support/clock.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { type Cut, makeSeam, manners } from '../support/seam.ts';
import {
  type EmailEvent,
  hourMs,
  idAt,
  naiveDays,
  publishAt,
  type RecordedEvent,
  record,
} from '../support/statistics.ts';

const begin = Date.parse('2026-03-10T00:00:00.000Z');
const types: readonly EmailEvent[] = ['email.sent', 'email.opened', 'email.clicked', 'email.replied'];
const zones = [
  'UTC',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'America/New_York',
  'Pacific/Chatham',
  'Africa/Casablanca',
];
const few = fc.nat({ max: 3 });

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('record' as const),
      type: few,
      who: few,
      isFirst: fc.boolean(),
      isBot: fc.nat(5),
    }),
  },
  // Batches as the stream may deliver them: late, in any order, repeatedly, and all again.
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('publish' as const),
      picks: fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('retract' as const), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('set zone' as const), zone: fc.constantFrom(...zones) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 90 }) }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete campaign' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Kind> ? Kind : never;

interface Course {
  readonly workspaceId: string;
  readonly campaigns: readonly [string, string];
  readonly accounts: readonly [string, string];
  now: number;
  /** Records that the stream will deliver, and records that it has delivered. */
  readonly outbox: Item[];
  readonly brought: Set<Item>;
  readonly recorded: RecordedEvent[];
  /** The time zones and the times from which they apply. */
  readonly zones: { readonly from: number; readonly zone: string }[];
  readonly events: Map<string, NewEvent>;
  isDeleted: boolean;
}

async function take(course: Course, each: Step): Promise<void> {
  course.now += 1000;
  const { workspaceId, campaigns, accounts, now, outbox } = course;
  switch (each.does) {
    case 'record': {
      const {
        recorded,
        event,
        outbox: items,
      } = await record(workspaceId, {
        type: types[each.type] ?? 'email.sent',
        at: now,
        isFirst: each.isFirst,
        campaignId: campaigns[each.who % 2] ?? '',
        emailAccountId: accounts[each.who >> 1] ?? '',
        stepId: 'stp_STEP0001',
        variant: each.who < 2 ? 'VARIANT1' : 'VARIANT2',
        ...(each.isBot === 0 && { botReason: 'prefetch' }),
      });
      course.recorded.push(recorded);
      outbox.push(...items);
      if (recorded.kinds.length > 0) course.events.set(recorded.id, event);
      return;
    }
    case 'publish': {
      if (outbox.length === 0) return;
      const batch = each.picks.flatMap((pick) => outbox[pick % outbox.length] ?? []);
      for (const item of batch) course.brought.add(item);
      // A batch has each record once; the same batch may be repeated.
      await publishAt(now, [...new Set(batch)]);
      return;
    }
    case 'retract':
      return retract(course, each.pick);
    case 'set zone': {
      const services = { ...connected(), now: () => now };
      const change = await planSettingsUpdate(services, workspaceId, { timezone: each.zone });
      await commit(services, workspaceId, change);
      if (change.writes.length > 0) course.zones.push({ from: now + 60_000, zone: each.zone });
      return;
    }
    case 'wait':
      course.now += each.hours * hourMs;
      return;
    case 'delete campaign':
      course.isDeleted = true;
      return connected().table.transact([{ delete: countersKey(workspaceId, campaigns[0]) }]);
  }
}

/** An event, counted or not, is attributed to a bot. */
async function retract(course: Course, pick: number): Promise<void> {
  const { workspaceId, now, recorded, events, outbox } = course;
  const ids = [...events.keys()];
  const id = ids[pick % Math.max(1, ids.length)];
  const event = id && events.get(id);
  if (!event) return;
  const retractions = [{ id, event, botReason: 'many_links' }];
  const puts = recordEvents(workspaceId, { events: [], retractions, increments: [], messages: [] }, now);
  await connected().table.transact([...puts, ...retractionUpdates(workspaceId, retractions)]);
  outbox.push(...puts.map(({ put }) => put).filter(({ pk }) => pk.startsWith(outboxPrefix)));
  events.delete(id);
  recorded.splice(
    recorded.findIndex((each) => each.id === id),
    1,
  );
}

async function begins(): Promise<Course> {
  const workspaceId = newId('wsp', Date.now());
  const pair = (prefix: string) => [idAt(prefix, begin), idAt(prefix, begin)] as const;
  const campaigns = pair('cmp');
  await connected().table.put({ put: { ...countersKey(workspaceId, campaigns[0]), ...zeroCounters } });

  return {
    workspaceId,
    campaigns,
    accounts: pair('acc'),
    now: begin,
    outbox: [],
    brought: new Set<Item>(),
    recorded: [],
    zones: [],
    events: new Map<string, NewEvent>(),
    isDeleted: false,
  };
}

/** All counts agree: each day event by event, the ledger, and the campaign. */
async function expectCounted(course: Course): Promise<void> {
  const { workspaceId, campaigns, accounts, recorded, isDeleted } = course;
  const { table } = connected();
  const year = { from: '2026-01-01', to: '2026-12-31' };
  const dayOf = (at: number) => localDate(at, course.zones.findLast(({ from }) => from <= at)?.zone ?? 'UTC');
  for (const scope of [undefined, ...campaigns, ...accounts]) {
    // A retraction leaves a day with zeros.
    const days = [...(await readDays(table, workspaceId, scope, year))].filter(
      ([, { sent, opened, clicked, replied }]) =>
        [sent, opened, clicked, replied].some((count) => count !== 0),
    );
    expect(new Map(days)).toEqual(naiveDays(recorded, scope, dayOf));
  }
  expect(await recountStatistics(table, workspaceId, year, [...campaigns, ...accounts], false)).toEqual([]);
  for (const campaignId of campaigns) {
    const breakdown = await readBreakdown(table, workspaceId, campaignId, year);
    const sent = [...breakdown.values()].flatMap(({ variant }) => [...variant.values()]);
    expect(sent.reduce((sum, counts) => sum + counts.sent + counts.uniqueOpened, 0)).toBe(
      recorded
        .filter((each) => each.campaignId === campaignId)
        .flatMap(({ kinds }) => kinds.filter((kind) => kind === 'sent' || kind === 'uniqueOpened')).length,
    );
  }
  const counters = await table.get(countersKey(workspaceId, campaigns[0]));
  const ofCampaign = (kind: RecordedEvent['kinds'][number]) =>
    recorded.filter(({ campaignId, kinds }) => campaignId === campaigns[0] && kinds.includes(kind)).length;
  const [sent, opened] = [ofCampaign('sent'), ofCampaign('uniqueOpened')];
  const [clicked, answered] = [ofCampaign('uniqueClicked'), ofCampaign('uniqueReplied')];
  if (isDeleted) expect(counters).toBeUndefined();
  else expect(counters).toMatchObject({ sent, opened, clicked, answered });
}

beforeAll(() => useOwnResources());

test('each event counts once, with late, repeated or unordered stream records and any time zones', {
  timeout: 400_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const course = await begins();
      for (const each of steps) await take(course, each);
      // The sweeper publishes what the stream missed.
      await publishAt(course.now, course.outbox);
      await expectCounted(course);
    }),
    { numRuns: isWholeTier ? 60 : 5 },
  );
});

const queues = recordOf(queueNames, () => ({ send: async () => {} }));

test('a publication that is interrupted at any write and repeated counts each event once', {
  timeout: 60_000,
}, async () => {
  const effects = await publishCut();
  expect(effects).toBeGreaterThan(0);
  for (const manner of manners) {
    for (let effect = 1; effect <= effects; effect++) await publishCut({ effect, manner });
  }
});

/** @returns the number of effects */
async function publishCut(cut?: Cut): Promise<number> {
  const workspaceId = newId('wsp', begin);
  const outbox: Item[] = [];
  for (const at of [begin, begin + 2000, begin + dayMs]) {
    const ids = { campaignId: idAt('cmp', at), emailAccountId: idAt('acc', at) };
    outbox.push(...(await record(workspaceId, { type: 'email.sent', at, ...ids })).outbox);
  }
  const seam = makeSeam(cut);
  seam.isWatched = true;
  setClock(begin + dayMs);
  const { table } = connected();
  const services = { ...queues, table, now: () => begin + dayMs };
  const transact: typeof table.transact = (writes) => seam.pass('transact', () => table.transact(writes));
  await publish({ ...services, table: { ...table, transact } }, outbox).catch(() => {});
  await seam.settle();
  await publish(services, outbox);
  const days = await readDays(table, workspaceId, undefined, { from: '2026-03-01', to: '2026-03-31' });
  expect(
    [...days].map(([day, { sent }]) => [day, sent]),
    JSON.stringify(cut),
  ).toEqual([
    ['2026-03-10', 2],
    ['2026-03-11', 1],
  ]);

  return seam.effects.length;
}
