import type { Condition, Item, Test } from '#lib/storage/table.ts';

/** Whether an item that was read meets a condition, exactly as the table would decide in a write. */
export function meetsCondition(item: Item | undefined, condition: Condition | readonly Condition[]): boolean {
  return [condition]
    .flat()
    .some((alternative) =>
      Object.entries(alternative).every(([attribute, test]) => passes(item?.[attribute], test)),
    );
}

/** DynamoDB compares only values of the same type. */
function passes(value: unknown, test: Test): boolean {
  if (test === 'present') return value !== undefined;
  if (test === 'absent') return value === undefined;
  if ('is' in test) return value === test.is;
  if ('oneOf' in test) return test.oneOf.some((each) => each === value);
  if ('below' in test) return compare(value, test.below) < 0;
  if ('atMost' in test) return compare(value, test.atMost) <= 0;
  if ('above' in test) return compare(value, test.above) > 0;

  return compare(value, test.between[0]) >= 0 && compare(value, test.between[1]) <= 0;
}

/** Text is compared by its UTF-8 bytes. NaN, which no comparison accepts, for values of different types. */
function compare(value: unknown, bound: unknown): number {
  if (typeof value === 'number' && typeof bound === 'number') return value - bound;
  if (typeof value !== 'string' || typeof bound !== 'string') return Number.NaN;

  return Buffer.compare(Buffer.from(value), Buffer.from(bound));
}
