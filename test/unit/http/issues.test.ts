import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { describeIssues } from '#lib/http/issues.ts';
import { invalid } from '#lib/values/problem.ts';
import { idSchema, Timestamp, trimmedText } from '#lib/values/schemas.ts';

const Schema = z.strictObject({
  name: trimmedText(5),
  count: z.int().check(z.gte(1), z.lte(9)),
  kind: z.enum(['a', 'b']),
  tags: z.array(z.string()).check(z.maxLength(2), z.minLength(1)),
  steps: z.array(z.strictObject({ subject: z.string() })),
  id: idSchema('con'),
  at: Timestamp,
  fields: z.record(z.string().check(z.regex(/^[a-z]+$/)), z.union([z.string(), z.number()])),
  flag: z.boolean(),
  even: z.number().check(z.refine((value) => value % 2 === 0, 'must be even')),
});

const good = {
  name: 'ok',
  count: 3,
  kind: 'a',
  tags: ['t'],
  steps: [{ subject: 's' }],
  id: 'con_01JT5P6ZVW3M8Q4Y7N2C9R5XB1',
  at: '2026-11-20T09:30:00.000Z',
  fields: { a: 1 },
  flag: true,
  even: 2,
};

function describeFaults(changes: Record<string, unknown>) {
  const result = Schema.safeParse({ ...good, ...changes }, { reportInput: true });

  return result.success ? [] : describeIssues(result.error.issues);
}

describe('a schema error', () => {
  const wordings: [Record<string, unknown>, string, string][] = [
    [{ name: undefined }, 'name', 'required'],
    [{ name: 7 }, 'name', 'must be a string'],
    [{ name: null }, 'name', 'must be a string'],
    [{ name: '' }, 'name', 'must have at least 1 character'],
    [{ name: 'sixsix' }, 'name', 'must have at most 5 characters'],
    [{ count: 0 }, 'count', 'must be at least 1'],
    [{ count: 10 }, 'count', 'must be at most 9'],
    [{ count: 1.5 }, 'count', 'must be an integer'],
    [{ kind: 'c' }, 'kind', 'must be "a" or "b"'],
    [{ tags: [] }, 'tags', 'must have at least 1 element'],
    [{ tags: ['1', '2', '3'] }, 'tags', 'must have at most 2 elements'],
    [{ tags: { length: 1 } }, 'tags', 'must be an array'],
    [{ steps: [{ subject: 's' }, {}] }, 'steps[1].subject', 'required'],
    [{ id: 'cmp_1' }, 'id', 'must be an id: con_ and 26 more characters'],
    [{ at: 'today' }, 'at', 'must be a valid datetime'],
    [{ fields: { A: 1 } }, 'fields.A', 'has a name that is not allowed'],
    [{ fields: { a: [] } }, 'fields.a', 'has a value that is not allowed'],
    [{ flag: 'yes' }, 'flag', 'must be a boolean'],
    [{ even: 3 }, 'even', 'must be even'],
    [{ extra: 1 }, 'extra', 'not a field of this request'],
    [{ steps: [{ subject: 's', extra: 1 }] }, 'steps[0].extra', 'not a field of this request'],
  ];

  test.each(wordings)('%j is reported as %s: %s', (changes, path, message) => {
    expect(describeFaults(changes)).toMatchObject([{ path, message }]);
  });

  test('is reported for all fields together', () => {
    expect(describeFaults({ name: '', count: 0, x: 1, y: 2 }).map(({ path }) => path)).toEqual([
      'name',
      'count',
      'x',
      'y',
    ]);
  });

  test('never quotes the input', () => {
    const secret = 'whsec_do_not_tell';

    for (const field of Object.keys(good)) {
      expect(JSON.stringify(describeFaults({ [field]: secret }))).not.toContain(secret);
    }
  });
});

describe('the message of a 422', () => {
  test('names three faults and counts the others', () => {
    const faults = ['a', 'b', 'c', 'd', 'e'].map((path) => ({
      path,
      rule: 'value' as const,
      message: 'is wrong',
    }));

    expect(invalid(faults).message).toBe('a: is wrong; b: is wrong; c: is wrong (and 2 more)');
    expect(invalid(faults.slice(0, 1)).message).toBe('a: is wrong');
    expect(invalid([{ path: '', rule: 'value', message: 'the campaign is completed' }]).message).toBe(
      'the campaign is completed',
    );
    expect(invalid(faults).details).toHaveLength(5);
  });
});
