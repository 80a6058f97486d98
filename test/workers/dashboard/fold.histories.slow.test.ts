import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { zeroCounters } from '#lib/campaigns/state/stored.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import { recordEvents, retractionUpdates } from '#lib/commit/commit.ts';
import { readBreakdown } from '#lib/statistics/breakdown.ts';
import { compareDay, recountDay } from '#lib/statistics/recount.ts';
import { recountBreakdown } from '#lib/statistics/recount-breakdown.ts';
import { utcDay } from '#lib/statistics/utc-days.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import type { Item } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { useOwnResources } from '../support/own-resources.ts';
import {
  dayMs,
  foldAt,
  hourMs,
  idAt,
  type Mailing,
  naiveDays,
  publishAt,
  record,
  sumDays,
  type Told,
} from './support.ts';

const begin = Date.parse('2026-03-10T00:00:00.000Z');
const types: readonly Mailing[] = ['email.sent', 'email.opened', 'email.clicked', 'email.replied'];
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
  { weight: 2, arbitrary: fc.record({ does: fc.constant('fold' as const) }) },
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
  readonly told: Told[];
  readonly events: Map<string, NewEvent>;
  isDeleted: boolean;
}

async function take(course: Course, each: Step): Promise<void> {
  course.now += 1000;
  const { workspaceId, campaigns, accounts, now, outbox, told } = course;
  switch (each.does) {
    case 'record': {
      const recorded = await record(workspaceId, {
        type: types[each.type] ?? 'email.sent',
        at: now,
        isFirst: each.isFirst,
        campaignId: campaigns[each.who % 2] ?? '',
        emailAccountId: accounts[each.who >> 1] ?? '',
        stepId: 'stp_STEP0001',
        variant: each.who < 2 ? 'VARIANT1' : 'VARIANT2',
        ...(each.isBot === 0 && { botReason: 'prefetch' }),
      });
      told.push(recorded.told);
      outbox.push(...recorded.outbox);
      if (recorded.told.kinds.length > 0) course.events.set(recorded.told.id, recorded.event);
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
    case 'fold':
      return foldAt(now);
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
  const { workspaceId, now, told, events, outbox } = course;
  const ids = [...events.keys()];
  const id = ids[pick % Math.max(1, ids.length)];
  const event = id && events.get(id);
  if (!event) return;
  const retractions = [{ id, event, botReason: 'many_links' }];
  const puts = recordEvents(workspaceId, { events: [], retractions, increments: [], messages: [] }, now);
  await connected().table.transact([...puts, ...retractionUpdates(workspaceId, retractions)]);
  outbox.push(...puts.map(({ put }) => put).filter(({ pk }) => pk.startsWith(outboxPrefix)));
  events.delete(id);
  told.splice(
    told.findIndex((each) => each.id === id),
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
    told: [],
    events: new Map<string, NewEvent>(),
    isDeleted: false,
  };
}

/** All counts agree: the local days of each zone event by event, the ledger, and the campaign. */
async function expectCounted(course: Course, zone: string): Promise<void> {
  const { workspaceId, campaigns, accounts, told, now, isDeleted } = course;
  const { table } = connected();
  const days = Math.ceil((now - begin) / dayMs) + 2;
  const period = { from: '2026-03-09', days, zone };
  for (const scope of [undefined, ...campaigns, ...accounts]) {
    expect(await sumDays(workspaceId, scope, period)).toEqual(naiveDays(told, scope, period));
  }
  for (const day of new Set(told.map(({ at }) => utcDay(at)))) {
    const recount = await recountDay(table, workspaceId, day);
    expect(await compareDay(table, workspaceId, day, recount)).toEqual([]);
  }
  for (const campaignId of campaigns) {
    expect(await recountBreakdown(table, workspaceId, campaignId, false)).toEqual([]);
    const breakdown = await readBreakdown(table, workspaceId, campaignId, {
      from: '2026-03-01',
      to: '2026-12-31',
    });
    const sent = [...breakdown.values()].flatMap(({ variant }) => [...variant.values()]);
    expect(sent.reduce((sum, counts) => sum + counts.sent + counts.uniqueOpened, 0)).toBe(
      told
        .filter((each) => each.campaignId === campaignId)
        .flatMap(({ kinds }) => kinds.filter((kind) => kind === 'sent' || kind === 'uniqueOpened')).length,
    );
  }
  const counters = await table.get(countersKey(workspaceId, campaigns[0]), { consistent: true });
  const ofCampaign = (kind: Told['kinds'][number]) =>
    told.filter(({ campaignId, kinds }) => campaignId === campaigns[0] && kinds.includes(kind)).length;
  const [sent, opened] = [ofCampaign('sent'), ofCampaign('uniqueOpened')];
  const [clicked, answered] = [ofCampaign('uniqueClicked'), ofCampaign('uniqueReplied')];
  if (isDeleted) expect(counters).toBeUndefined();
  else expect(counters).toMatchObject({ sent, opened, clicked, answered });
}

beforeAll(() => useOwnResources());

test('each event counts once, with late, repeated or unordered stream records and roll-ups at any time', {
  timeout: 400_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 40 }),
      fc.constantFrom(...zones),
      async (steps, zone) => {
        const course = await begins();
        for (const each of steps) await take(course, each);
        // The sweeper publishes what the stream missed.
        await publishAt(course.now, course.outbox);
        await expectCounted(course, zone);
        course.now += 40 * dayMs;
        await foldAt(course.now);
        await expectCounted(course, zone);
      },
    ),
    { numRuns: isWholeTier ? 60 : 5 },
  );
});
