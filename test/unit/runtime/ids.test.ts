import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { shardOf } from '#lib/storage/item.ts';
import { idFromHash, newId, timeOfId, timestamp, ulidTime } from '#lib/values/ids.ts';
import { idSchema } from '#lib/values/schemas.ts';

describe('ids', () => {
  test('sort by creation, even within a millisecond', () => {
    const ids = Array.from({ length: 2000 }, (_, each) =>
      newId('con', 1_795_167_000_000 + Math.floor(each / 500)),
    );

    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(2000);
    for (const id of ids) expect(idSchema('con').safeParse(id).success).toBe(true);
  });

  test('of an earlier time sort before the time part of a later one', () => {
    const now = 1_795_168_000_000;

    expect(newId('evt', now - 1) < `evt_${ulidTime(now)}`).toBe(true);
    expect(newId('evt', now) > `evt_${ulidTime(now)}`).toBe(true);
  });

  test('have the time of the clock, also after the clock was set back', () => {
    const day = 86_400_000;
    const times = [1_795_167_000_000 + day, 1_795_167_000_001, 1_795_167_000_001, 1_795_167_000_000];
    const ids = times.map((now) => newId('evt', now));

    expect(ids.map(timeOfId)).toEqual(times);
    expect(ids.slice(1, 3).toSorted()).toEqual(ids.slice(1, 3));
    expect(new Set(ids).size).toBe(4);
  });

  test('of a digest are deterministic', () => {
    const digest = createHash('sha256').update('file').digest();

    expect(idFromHash('imp', digest)).toBe(idFromHash('imp', digest));
    expect(idSchema('imp').safeParse(idFromHash('imp', digest)).success).toBe(true);
    expect(idFromHash('imp', createHash('sha256').update('other').digest())).not.toBe(
      idFromHash('imp', digest),
    );
  });

  test.each([
    'con_',
    'con_01JT5P6ZVW3M8Q4Y7N2C9R5XBI',
    'con_01jt5p6zvw3m8q4y7n2c9r5xb1',
    'xcon_01JT5P6ZVW3M8Q4Y7N2C9R5XB1',
    'con_01JT5P6ZVW3M8Q4Y7N2C9R5XB1\n',
  ])('%j is not an id', (text) => {
    expect(idSchema('con').safeParse(text).success).toBe(false);
  });
});

test('times are RFC 3339 in UTC with milliseconds', () => {
  expect(timestamp(1_795_167_000_000)).toBe('2026-11-20T09:30:00.000Z');
});

test('shards are deterministic and evenly used', () => {
  const ids = Array.from({ length: 4000 }, () => newId('con', Date.now()));
  const counts = Map.groupBy(ids, (id) => shardOf(id, 4));

  expect(ids.map((id) => shardOf(id, 4))).toEqual(ids.map((id) => shardOf(id, 4)));
  expect([...counts.keys()].sort()).toEqual([0, 1, 2, 3]);
  for (const members of counts.values()) expect(members.length).toBeGreaterThan(800);
});
