import { expect, test } from 'vitest';
import { median, percentile, rateOf } from './statistics.ts';

const hundred = Array.from({ length: 100 }, (_, position) => 100 - position);

test.for([
  [0.01, 1],
  [0.5, 50],
  [0.99, 99],
  [0.991, 100],
  [1, 100],
] as const)('the percentile of %d among 1 to 100, in any order, is %d', ([part, value]) => {
  expect(percentile(hundred, part)).toBe(value);
});

test('one slow value of fifty affects the 99th percentile, not the median', () => {
  const values = [...Array.from({ length: 49 }, () => 10), 900];

  expect([percentile(values, 0.99), median(values)]).toEqual([900, 10]);
});

test('numbers are ordered as numbers', () => {
  expect(percentile([9, 10, 100], 1)).toBe(100);
});

test('no values have no percentile and no rate', () => {
  expect(() => percentile([], 0.99)).toThrow('no values');
  expect(() => rateOf([])).toThrow('two moments');
  expect(() => rateOf([5])).toThrow('two moments');
});

test('a rate counts the intervals between the first and the last time', () => {
  expect(rateOf([3000, 1000, 2000])).toBe(1);
  expect(rateOf([0, 10, 20, 30, 40])).toBe(100);
});
