import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { queryPage } from '#lib/http/page.ts';
import { Problem } from '#lib/http/problem.ts';
import { newId } from '#lib/runtime/ids.ts';
import { connected } from '../support/stack.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';

interface ListShape {
  /** How many items lie on each shard. */
  readonly shards: readonly number[];
  readonly limit: number;
}

let lists = 0;

/** A list whose items lie on shards however a hash might put them, and all its pages. */
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
    const page = await queryPage(table, { pk, shards: shards.length, request, read: (item) => item.sk });
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

beforeAll(useOwnResources);

describe('a list that is spread over shards', () => {
  test('reads like one sorted list, page by full page, whatever lies where', async () => {
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
  ])('does so when $shards lie on its shards and pages hold $limit', async (list) => {
    const { pages, sorted } = await readAll(list);

    expect(pages.flat()).toEqual(sorted);
    expect(pages).toHaveLength(Math.max(1, Math.ceil(sorted.length / list.limit)));
  });
});

describe('a list that shares its partition', () => {
  test('holds what has its prefix, and its pages nothing else', async () => {
    const { table } = connected();
    const pk = 'SHARED';
    const ids = Array.from({ length: 9 }, () => newId('evt', Date.now()));
    await table.transact([
      { put: { pk, sk: 'CONTACT' } },
      { put: { pk, sk: 'EVS#before' } },
      { put: { pk, sk: 'EVU#after' } },
      ...ids.map((id) => ({ put: { pk, sk: `EVT#${id}` } })),
    ]);
    const read = (item: { sk: string }) => item.sk;
    const first = await queryPage(table, { pk, skPrefix: 'EVT#', request: { limit: 4 }, read });
    const second = await queryPage(table, {
      pk,
      skPrefix: 'EVT#',
      request: { limit: 5, cursor: first.nextCursor ?? '' },
      read,
    });

    expect([...first.data, ...second.data]).toEqual(ids.map((id) => `EVT#${id}`).toReversed());
    expect(second.hasMore).toBe(false);
  });
});

describe('a cursor', () => {
  test('of another list, or damaged in any character, is refused', async () => {
    const { table } = connected();
    await table.transact(
      ['MINE', 'THEIRS'].flatMap((pk) => [1, 2].map((each) => ({ put: { pk, sk: newId('con', each) } }))),
    );
    const ask = (pk: string, cursor?: string) =>
      queryPage(table, { pk, request: { limit: 1, ...(cursor && { cursor }) }, read: (item) => item.sk });
    const { nextCursor } = await ask('MINE');
    const cursor = nextCursor ?? '';

    await expect(ask('THEIRS', cursor)).rejects.toThrow(Problem);
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor.charAt(at) === 'A' ? 'Q' : 'A';
      const damaged = `${cursor.slice(0, at)}${other}${cursor.slice(at + 1)}`;
      // The last character may carry bits that base64 ignores: such a cursor is not another one.
      if (Buffer.from(damaged, 'base64url').equals(Buffer.from(cursor, 'base64url'))) continue;
      await expect(ask('MINE', damaged)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
    expect((await ask('MINE', cursor)).data).toHaveLength(1);
  });
});
