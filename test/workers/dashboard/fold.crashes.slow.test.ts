import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { publish } from '#lib/publishing/publish.ts';
import { hourSortKey, statsPartition } from '#lib/statistics/items.ts';
import { rollUpDueDays } from '#lib/statistics/roll-up-due.ts';
import type { Item, Table, Write } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { queueNames } from '#lib/values/queues.ts';
import { recordOf } from '#lib/values/record-of.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { setClock } from '../support/clock.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { type Cut, makeSeam, manners, type Seam } from '../support/seam.ts';
import {
  dayMs,
  foldAt,
  hourMs,
  idAt,
  naiveDays,
  publishAt,
  record,
  storedKeys,
  sumDays,
  type Told,
} from './support.ts';

const begin = Date.parse('2026-03-14T00:00:00.000Z');
const [campaignId, emailAccountId] = [idAt('cmp', begin), idAt('acc', begin)];
const period = { from: '2026-03-13', days: 6, zone: 'Asia/Kathmandu' };
const scopes = [undefined, campaignId, emailAccountId];
let workspaceId: string;

const mail = (at: number) =>
  record(workspaceId, { type: 'email.sent', at, campaignId, emailAccountId, isFirst: true });

/** Three days of counted emails; the second half-month has started. */
async function seed(): Promise<Told[]> {
  const recorded = [];
  for (const hours of [1, 18.3, 30, 50, 54]) recorded.push(await mail(begin + hours * hourMs));
  for (const { outbox, told } of recorded) await publishAt(told.at, outbox);

  return recorded.map(({ told }) => told);
}

async function expectSums(told: readonly Told[], what: string): Promise<void> {
  for (const scope of scopes) {
    expect(await sumDays(workspaceId, scope, period), what).toEqual(naiveDays(told, scope, period));
  }
}

const writing = (seam: Seam, table: Table): Table => ({
  ...table,
  transact: (writes) => seam.pass('transact', () => table.transact(writes)),
});

async function foldThrough(table: Table, now: number): Promise<void> {
  await rollUpDueDays({ table, now: () => now });
}

beforeAll(() => useOwnResources());
beforeEach(() => {
  workspaceId = newId('wsp', Date.now());
});

const foldTime = begin + 4 * dayMs;

describe('a roll-up', () => {
  test('that is interrupted at any write leaves correct sums and is completed by the next one', {
    timeout: 120_000,
  }, async () => {
    const clean = makeSeam();
    clean.isWatched = true;
    await seed();
    await foldThrough(writing(clean, connected().table), foldTime);
    const effects = clean.effects.length;
    const stored = await storedKeys(workspaceId);
    // Three days of three scopes, their half-months, and three marks.
    expect(effects).toBeGreaterThanOrEqual(9 + 3 + 3);
    for (const manner of isWholeTier ? manners : (['dies after'] as const)) {
      for (let effect = 1; effect <= effects; effect += isWholeTier ? 1 : 4) {
        workspaceId = newId('wsp', Date.now());
        const told = await seed();
        const cut: Cut = { effect, manner };
        const seam = makeSeam(cut);
        seam.isWatched = true;
        await foldThrough(writing(seam, connected().table), foldTime).catch(() => {});
        await seam.settle();
        await expectSums(told, `${manner} ${effect}`);
        await foldAt(foldTime);
        await expectSums(told, `${manner} ${effect}, and rolled up again`);
        expect(await storedKeys(workspaceId)).toEqual(stored);
      }
    }
  });

  test('neither loses nor repeats an event that is counted concurrently', async () => {
    const told = await seed();
    told.push(...(await foldWhileCounting((writes) => writes)));

    await expectSums(told, 'met');
    await foldAt(foldTime + 1);
    await expectSums(told, 'folded again');
  });

  test('without its conditions loses the event, which the test detects', async () => {
    const told = await seed();
    const unconditional = (writes: readonly Write[]) =>
      writes.map(
        (write) => ('delete' in write || 'put' in write ? { ...write, if: undefined } : write) as Write,
      );
    told.push(...(await foldWhileCounting(unconditional)));

    await expect(expectSums(told, 'met')).rejects.toThrow();
  });

  test('that runs concurrently with others has the same result', async () => {
    const told = await seed();
    await Promise.all([1, 2, 3].map(() => foldAt(foldTime)));

    await expectSums(told, 'concurrently');
  });
});

/** Publishes an event of an hour before each roll-up of that hour, at most twice. */
async function foldWhileCounting(change: (writes: readonly Write[]) => readonly Write[]): Promise<Told[]> {
  const { table } = connected();
  const late: Told[] = [];
  const at = begin + 1.5 * hourMs;
  const place = { pk: statsPartition(workspaceId, undefined), sk: hourSortKey(at) };
  const isOfHour = (write: Write) =>
    'delete' in write && write.delete.pk === place.pk && write.delete.sk === place.sk;
  await foldThrough(
    {
      ...table,
      async transact(writes) {
        if (writes.some(isOfHour) && late.length < 2) {
          const { told, outbox } = await mail(at);
          await publishAt(foldTime, outbox);
          late.push(told);
        }
        await table.transact(change(writes));
      },
    },
    foldTime,
  );

  return late;
}

describe('publishing', () => {
  test('that is interrupted at any effect and repeated counts each event once', {
    timeout: 60_000,
  }, async () => {
    const effects = await publishCut();
    expect(effects).toBeGreaterThan(0);
    for (const manner of manners) {
      for (let effect = 1; effect <= effects; effect++) await publishCut({ effect, manner });
    }
  });

  test('by the sweeper after a day without the stream counts each event in its quarter of an hour', async () => {
    const recorded = [];
    for (let hour = 0; hour < 24; hour += 1.25) recorded.push(await mail(begin + hour * hourMs));
    const told = recorded.map((each) => each.told);
    // Nothing arrived for a day; the roll-up waits.
    await foldAt(begin + dayMs + 2 * hourMs);
    expect(await storedKeys(workspaceId)).toEqual([]);
    await publishAt(
      begin + dayMs + 3 * hourMs,
      recorded.flatMap(({ outbox }) => outbox),
    );

    await expectSums(told, 'swept');
    await foldAt(begin + dayMs + 4 * hourMs);
    await expectSums(told, 'folded');
    expect(await storedKeys(workspaceId)).toEqual(['H#2026-03-14']);
  });
});

const queues = recordOf(queueNames, () => ({ send: async () => {} }));

/** @returns the number of effects */
async function publishCut(cut?: Cut): Promise<number> {
  workspaceId = newId('wsp', Date.now());
  const recorded = [await mail(begin), await mail(begin + hourMs), await mail(begin + dayMs)];
  const outbox: Item[] = recorded.flatMap((each) => each.outbox);
  const seam = makeSeam(cut);
  seam.isWatched = true;
  setClock(begin + dayMs);
  const { table } = connected();
  const services = { ...queues, table, now: () => begin + dayMs };
  await publish({ ...services, table: writing(seam, table) }, outbox).catch(() => {});
  await seam.settle();
  await publish(services, outbox);
  const told = recorded.map((each) => each.told);
  await expectSums(told, JSON.stringify(cut));
  await foldAt(foldTime);
  await expectSums(told, `${JSON.stringify(cut)}, folded`);
  expect((await storedKeys(workspaceId)).every((sk) => sk.length === 'H#2026-03-14'.length)).toBe(true);

  return seam.effects.length;
}

describe('a day with wrong counts', () => {
  test('is reported once, with the difference and no personal data, and rolled up unchanged', async () => {
    const told = await seed();
    const pk = statsPartition(workspaceId, campaignId);
    await connected().table.update({
      update: { pk, sk: hourSortKey(begin + hourMs) },
      add: { sent0: 2, opened3: 1 },
    });
    const lines = await linesOf(() => foldAt(foldTime));

    expect(lines.filter(({ message }) => message === 'statistics differ from the ledger')).toEqual([
      expect.objectContaining({
        level: 'error',
        workspaceId,
        scopeId: campaignId,
        day: '2026-03-14',
        outcome: 'sent: -2, opened: -1',
      }),
    ]);
    const days = await sumDays(workspaceId, campaignId, period);
    expect(days.reduce((sum, { sent }) => sum + sent, 0)).toBe(told.length + 2);
    expect(await linesOf(() => foldAt(foldTime + 1))).toEqual([]);
  });

  test('is not reported when all counts are right', async () => {
    await seed();

    expect(await linesOf(() => foldAt(foldTime))).toEqual([]);
  });
});

async function linesOf(work: () => Promise<void>): Promise<Record<string, unknown>[]> {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }

  return written
    .filter((line) => line.startsWith('{'))
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ workspaceId: of }) => of === workspaceId);
}
