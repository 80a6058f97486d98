import { describe, expect, test } from 'vitest';
import { conditionExpression, keyExpression, updateExpression } from '#lib/storage/encoding.ts';

describe('expressions', () => {
  test('use placeholders for all names and values', () => {
    const hostile = 'x = :y OR attribute_exists(z)';
    const { UpdateExpression, ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues } =
      updateExpression({
        update: { pk: 'p', sk: 's' },
        set: { status: hostile },
        add: { count: 1 },
        remove: ['name'],
        if: { status: { is: hostile } },
      });

    expect(UpdateExpression).toBe('SET #status = :v0 ADD #count :v1 REMOVE #name');
    expect(ConditionExpression).toBe('(#status = :v2)');
    expect(ExpressionAttributeNames).toEqual({ '#status': 'status', '#count': 'count', '#name': 'name' });
    expect(ExpressionAttributeValues).toEqual({
      ':v0': { S: hostile },
      ':v1': { N: '1' },
      ':v2': { S: hostile },
    });
  });

  test('alternatives are grouped by parentheses', () => {
    const { ConditionExpression } = conditionExpression([
      { a: 'absent' },
      { b: { above: 1 }, c: { oneOf: ['x', null] } },
    ]);

    expect(ConditionExpression).toBe('(attribute_not_exists(#a)) OR (#b > :v0 AND #c IN (:v1, :v2))');
  });

  test('without a condition have no condition expression', () => {
    expect(conditionExpression(undefined)).toEqual({});
  });

  test('an index query uses the keys of the index', () => {
    expect(keyExpression({ index: 'gsi3', pk: 'P', sk: { before: 'S' }, limit: 1 })).toMatchObject({
      KeyConditionExpression: '#gsi3pk = :v0 AND #gsi3sk < :v1',
      ExpressionAttributeNames: { '#gsi3pk': 'gsi3pk', '#gsi3sk': 'gsi3sk' },
    });
  });
});
