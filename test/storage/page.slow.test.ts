import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { examinedMax, type PageRequest, queryPage } from '#lib/http/page.ts';
import { shardsOf } from '#lib/storage/item.ts';
import type { Item } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { Problem } from '#lib/values/problem.ts';
import { connected } from '../support/stack.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';

interface ListShape {
  /** Number of items per shard. */
  readonly shards: readonly number[];
  readonly limit: number;
}

let lists = 0;

const keys = (items: readonly Item[]) => items.map(({ sk }) => sk);

/** A list with random items per shard, and all its pages. */
async function readAll({ shards, limit }: ListShape) {
  const { table } = connected();
  const pk = `LIST#${lists++}`;
  const placed = shards.flatMap((count, shard) => Array.from({ length: count }, () => shard));
  const ids: string[] = [];
  const begin = Date.now();
  const puts = shuffle(placed).map((shard, position) => {
    const id = newId('con', begin + Math.floor(position / 3));
    ids.push(id);

    return { put: { pk: `${pk}#${shard}`, sk: id } };
  });
  for (let first = 0; first < puts.length; first += 100) await table.transact(puts.slice(first, first + 100));

  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const request: { limit: number; cursor?: string } = { limit, ...(cursor !== null && { cursor }) };
    const page = await queryPage(table, { partitions: shardsOf(pk, shards.length), request, read: keys });
    expect(page.hasMore).toBe(page.nextCursor !== null);
    pages.push(page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);

  return { pages, sorted: ids.toSorted().toReversed() };
}

function shuffle<Element>(elements: readonly Element[]): Element[] {
  return elements
    .map((element) => ({ element, rank: Math.random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ element }) => element);
}

beforeAll(() => useOwnResources());

describe('a list that is spread over shards', () => {
  test('reads like one sorted list, page by full page, regardless of the distribution', async () => {
    const shape = fc.record({
      shards: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 5 }),
      limit: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(shape, async (list) => {
        const { pages, sorted } = await readAll(list);

        expect(pages.flat()).toEqual(sorted);
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(list.limit);
        if (sorted.length > 0) expect(pages.at(-1)?.length).toBeGreaterThan(0);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    { shards: [0, 0, 0, 0], limit: 5 },
    { shards: [60, 0, 0, 0], limit: 25 },
    { shards: [1, 1, 1, 97], limit: 100 },
    { shards: [25, 25, 25, 25], limit: 99 },
    { shards: [25, 25, 25, 25], limit: 100 },
  ])('is complete and sorted with $shards items per shard and pages of $limit', async (list) => {
    const { pages, sorted } = await readAll(list);

    expect(pages.flat()).toEqual(sorted);
    expect(pages).toHaveLength(Math.max(1, Math.ceil(sorted.length / list.limit)));
  });
});

describe('a list that shares its partition', () => {
  test('has only the items with its prefix, on every page', async () => {
    const { table } = connected();
    const pk = 'SHARED';
    const ids = Array.from({ length: 9 }, () => newId('evt', Date.now()));
    await table.transact([
      { put: { pk, sk: 'CONTACT' } },
      { put: { pk, sk: 'EVS#before' } },
      { put: { pk, sk: 'EVU#after' } },
      ...ids.map((id) => ({ put: { pk, sk: `EVT#${id}` } })),
    ]);
    const ask = (request: PageRequest) =>
      queryPage(table, { partitions: [pk], prefix: 'EVT#', request, read: keys });
    const first = await ask({ limit: 4 });
    const second = await ask({ limit: 5, cursor: first.nextCursor ?? '' });

    expect([...first.data, ...second.data]).toEqual(ids.map((id) => `EVT#${id}`).toReversed());
    expect(second.hasMore).toBe(false);
  });
});

describe('a cursor', () => {
  test('of another list, or damaged in any character, is rejected', async () => {
    const { table } = connected();
    await table.transact(
      ['MINE', 'THEIRS'].flatMap((pk) => [1, 2].map((each) => ({ put: { pk, sk: newId('con', each) } }))),
    );
    const ask = (pk: string, cursor?: string) =>
      queryPage(table, { partitions: [pk], request: { limit: 1, ...(cursor && { cursor }) }, read: keys });
    const { nextCursor } = await ask('MINE');
    const cursor = nextCursor ?? '';

    await expect(ask('THEIRS', cursor)).rejects.toThrow(Problem);
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor.charAt(at) === 'A' ? 'Q' : 'A';
      const damaged = `${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`;
      // The last character may have bits that base64 ignores; such a cursor is equal.
      if (Buffer.from(damaged, 'base64url').equals(Buffer.from(cursor, 'base64url'))) continue;
      await expect(ask('MINE', damaged)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
    expect((await ask('MINE', cursor)).data).toHaveLength(1);
  });
});

describe('a list with a filter that no index serves', () => {
  const shape = fc.record({
    belongs: fc.array(fc.boolean(), { maxLength: 120 }),
    limit: fc.integer({ min: 1, max: 20 }),
    ascending: fc.boolean(),
  });

  test('returns each matching element once, in order', async () => {
    const { table } = connected();
    await fc.assert(
      fc.asyncProperty(shape, async ({ belongs, limit, ascending }) => {
        const pk = `FILTERED#${lists++}`;
        const items = belongs.map((yes, at) => ({ pk, sk: newId('con', 1_800_000_000_000 + at), yes }));
        for (let first = 0; first < items.length; first += 100) {
          await table.transact(items.slice(first, first + 100).map((put) => ({ put })));
        }
        const read = (found: readonly Item[]) => found.map(({ sk, yes }) => (yes ? sk : undefined));
        const all: string[] = [];
        let cursor: string | null = null;
        do {
          const request: PageRequest = { limit, ...(cursor !== null && { cursor }) };
          const page = await queryPage(table, { partitions: [pk], ascending, request, read });
          expect(page.data.length).toBeLessThanOrEqual(limit);
          all.push(...page.data);
          cursor = page.nextCursor;
        } while (cursor !== null);
        const expected = items.filter(({ yes }) => yes).map(({ sk }) => sk);

        expect(all).toEqual(ascending ? expected : expected.toReversed());
      }),
      { numRuns: 40 },
    );
  });

  test('examines a bounded number of items per request and continues there', async () => {
    const { table } = connected();
    const pk = 'SPARSE';
    const ids = Array.from({ length: examinedMax + 50 }, (_, at) => newId('con', 1_800_000_000_000 + at));
    for (let first = 0; first < ids.length; first += 100) {
      await table.transact(ids.slice(first, first + 100).map((sk) => ({ put: { pk, sk } })));
    }
    const oldest = ids[0];
    let examined = 0;
    const read = (items: readonly Item[]) => {
      examined += items.length;

      return items.map(({ sk }) => (sk === oldest ? sk : undefined));
    };
    const ask = (cursor?: string) =>
      queryPage(table, { partitions: [pk], request: { limit: 25, ...(cursor && { cursor }) }, read });
    const first = await ask();

    expect(first).toMatchObject({ data: [], hasMore: true });
    expect(examined).toBeLessThan(examinedMax + 100);
    expect(await ask(first.nextCursor ?? '')).toEqual({ data: [oldest], nextCursor: null, hasMore: false });
  });

  test('includes both bounds', async () => {
    const { table } = connected();
    const ids = Array.from({ length: 9 }, (_, at) => newId('con', 1_800_000_000_000 + at));
    await table.transact(ids.map((sk) => ({ put: { pk: 'BOUNDED', sk } })));
    const ask = (bounds: { from?: string | undefined; to?: string | undefined }) =>
      queryPage(table, { partitions: ['BOUNDED'], ...bounds, request: { limit: 3 }, read: keys });

    expect((await ask({ from: ids[7] })).data).toEqual([ids[8], ids[7]]);
    expect((await ask({ to: ids[1] })).data).toEqual([ids[1], ids[0]]);
    expect((await ask({ from: ids[3], to: ids[4] })).data).toEqual([ids[4], ids[3]]);
    expect((await ask({ from: ids[5], to: ids[4] })).data).toEqual([]);
  });
});
