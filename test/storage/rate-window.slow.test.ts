import { beforeAll, describe, expect, test } from 'vitest';
import {
  acquireWindowSlot,
  cachedFullWindow,
  cacheFullWindow,
  clockSkewMsMax,
  type WindowRequest,
  type WindowResult,
  windowMs,
} from '#lib/http/rate-window.ts';
import { connected } from '../support/stack.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';

const start = 1_795_167_000_000;
const key = (pk: string) => ({ pk, sk: 'WINDOW' });
const take = (pk: string, now: number, more: Partial<WindowRequest> = {}): Promise<WindowResult> =>
  acquireWindowSlot(connected().table, { key: key(pk), limit: 100, now, ...more });
const takeMany = (pk: string, count: number, now: number) =>
  Promise.all(Array.from({ length: count }, () => take(pk, now)));
const countTaken = (results: readonly WindowResult[]) =>
  results.filter(({ kind }) => kind === 'counted').length;

beforeAll(() => useOwnResources());

describe('a window', () => {
  test('accepts exactly 100 of 200 concurrent requests, repeatedly', async () => {
    for (const window of [0, 1, 2]) {
      const results = await takeMany('MANY', 200, start + window * windowMs);

      expect(countTaken(results)).toBe(100);
      expect(results.filter(({ kind }) => kind === 'full')).toHaveLength(100);
    }
  });

  test('returns a different remaining count to each request, down to 0', async () => {
    const results = await takeMany('REMAINDERS', 100, start);
    const remainders = results.flatMap((result) =>
      result.kind === 'counted' ? [result.window.remaining] : [],
    );

    expect(remainders.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, remaining) => remaining),
    );
  });

  test('starts with its first request, not on the full minute', async () => {
    const late = start + 59_999;
    expect(countTaken(await takeMany('EDGE', 100, late))).toBe(100);

    expect(await take('EDGE', late + 1)).toEqual({
      kind: 'full',
      window: { limit: 100, remaining: 0, resetAt: late + windowMs },
    });
    expect(await take('EDGE', late + windowMs - 1)).toMatchObject({ kind: 'full' });
    expect(await take('EDGE', late + windowMs)).toMatchObject({
      kind: 'counted',
      window: { remaining: 99, resetAt: late + 2 * windowMs },
    });
  });

  test('does not count rejected requests', async () => {
    await takeMany('REFUSED', 130, start);
    const item = await connected().table.get(key('REFUSED'));

    expect(item).toMatchObject({ windowStart: start, windowCount: 100 });
  });

  test('counts a request with an earlier time than the request that opened it', async () => {
    await takeMany('EARLIER', 99, start);

    expect(await take('EARLIER', start - 500)).toMatchObject({ kind: 'counted', window: { remaining: 0 } });
    expect(await take('EARLIER', start - 500)).toMatchObject({ kind: 'full' });
  });
});

describe('a window that starts in the future', () => {
  test.each([windowMs, 15 * windowMs])(
    'is replaced: a window of %i ms that starts in a day',
    async (length) => {
      const day = start + 86_400_000;
      const window = { limit: 2, windowMs: length };
      const pk = `FUTURE-${length}`;
      for (let count = 0; count < 2; count++) await take(pk, day, window);

      const results = [await take(pk, start, window), await take(pk, start + 1, window)];

      expect(results).toMatchObject([
        { kind: 'counted', window: { remaining: 1, resetAt: start + length } },
        { kind: 'counted', window: { remaining: 0, resetAt: start + length } },
      ]);
      expect(await take(pk, start + 2, window)).toMatchObject({
        kind: 'full',
        window: { resetAt: start + length },
      });
    },
  );

  test('still accepts exactly 100 of 200 concurrent requests', async () => {
    await take('FUTURE-MANY', start + 86_400_000);

    expect(countTaken(await takeMany('FUTURE-MANY', 200, start))).toBe(100);
  });

  test('is kept if it starts at most a minute later, because clocks differ', async () => {
    await takeMany('SKEW', 100, start + clockSkewMsMax);

    expect(await take('SKEW', start)).toMatchObject({ kind: 'full' });
    expect(await take('SKEW', start - 1)).toMatchObject({ kind: 'counted' });
  });

  test('is not kept in the cache of full windows', () => {
    const day = start + 86_400_000;
    cacheFullWindow('future', { limit: 100, remaining: 0, resetAt: day + windowMs });

    expect(cachedFullWindow('future', day)).toBeDefined();
    expect(cachedFullWindow('future', start)).toBeUndefined();
  });
});

test('a window may be longer than a minute', async () => {
  const quarter = { limit: 5, windowMs: 15 * windowMs };
  const tries = await Promise.all(Array.from({ length: 12 }, () => take('LONG', start, quarter)));
  expect(countTaken(tries)).toBe(5);

  const end = start + 15 * windowMs;
  expect(await take('LONG', end - 1, quarter)).toEqual({
    kind: 'full',
    window: { limit: 5, remaining: 0, resetAt: end },
  });
  expect(await take('LONG', end, quarter)).toMatchObject({ kind: 'counted', window: { remaining: 4 } });
});

describe('a guarded window', () => {
  const guard = (isVerified: boolean) => ({
    condition: { secretHash: { is: 'right' } },
    isVerified: () => Promise.resolve(isVerified),
  });
  const valid = { guard: guard(true), set: { secretHash: 'right' } };
  const read = (pk: string) => connected().table.get(key(pk));

  test('is not created by a caller that is not verified', async () => {
    expect(await take('NOBODY', start, { ...valid, guard: guard(false) })).toEqual({ kind: 'refused' });
    expect(await read('NOBODY')).toBeUndefined();
  });

  test('counts no request of a caller that is not verified and has another secret', async () => {
    await take('SOMEBODY', start, valid);
    const other = { condition: { secretHash: { is: 'other' } }, isVerified: () => Promise.resolve(false) };

    expect(await take('SOMEBODY', start, { guard: other, set: { secretHash: 'other' } })).toEqual({
      kind: 'refused',
    });
    expect(await read('SOMEBODY')).toMatchObject({ secretHash: 'right', windowCount: 1 });
  });

  test('rejects a caller with the right mark that is not verified, even if the window is open or full', async () => {
    await take('FULL', start, valid);
    expect(await take('FULL', start, { ...valid, guard: guard(false) })).toEqual({ kind: 'refused' });
    await connected().table.update({ update: key('FULL'), set: { windowCount: 100 } });

    expect(await take('FULL', start, { ...valid, guard: guard(false) })).toEqual({ kind: 'refused' });
    expect(await take('FULL', start, valid)).toMatchObject({ kind: 'full' });
  });

  test('counts the first request of another verified caller of the same window', async () => {
    await take('SHARED', start, valid);
    const other = { condition: { other: { above: start } }, isVerified: () => Promise.resolve(true) };

    expect(await take('SHARED', start, { guard: other, set: { other: start + 1 } })).toMatchObject({
      kind: 'counted',
      window: { remaining: 98 },
    });
    expect(await read('SHARED')).toMatchObject({ secretHash: 'right', other: start + 1 });
  });

  test('sets the given attributes with each counted request, and removes the given ones when it opens', async () => {
    const removeOnOpen = () => Promise.resolve(['ended']);
    const takeNote = (now: number) =>
      take('NOTES', now, { ...valid, set: { secretHash: 'right', lastUsedAt: now }, removeOnOpen });
    await takeNote(start);
    await connected().table.update({ update: key('NOTES'), set: { ended: 1 } });
    await takeNote(start + 5);
    expect(await read('NOTES')).toMatchObject({ lastUsedAt: start + 5, windowCount: 2, ended: 1 });

    await takeNote(start + windowMs);
    expect(await read('NOTES')).not.toHaveProperty('ended');
  });
});
