import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDay, countedBefore, countedInDay, dayOfColumns } from '#lib/statistics/columns.ts';
import { columnNumbersPerDay } from '#lib/statistics/items.ts';
import { statKinds, zeros } from '#lib/statistics/kinds.ts';
import { packNumbers, unpackNumbers } from '#lib/statistics/packed.ts';
import { halfMonthDaysMax, quartersOfDay } from '#lib/statistics/utc-days.ts';

const numbers = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 300 }), fc.maxSafeInteger()), {
  maxLength: 400,
});

test('unpacking returns the packed numbers, padded with zeros', () => {
  fc.assert(
    fc.property(numbers, fc.nat({ max: 50 }), (list, more) => {
      const small = list.map((number) => (Math.abs(number) < 2 ** 51 ? number : Math.trunc(number / 8)));

      expect(unpackNumbers(packNumbers(small), small.length + more)).toEqual([
        ...small,
        ...new Array(more).fill(0),
      ]);
    }),
  );
});

test('a sparse list takes few bytes, and truncated data is rejected', () => {
  const list = zeros(quartersOfDay);
  list[700] = 1000;

  expect(packNumbers(list).length).toBeLessThan(8);
  expect(() => unpackNumbers(packNumbers(list).slice(0, -1), list.length)).toThrow('inside a number');
  expect(() => unpackNumbers(packNumbers(list), 700)).toThrow('701 packed numbers');
});

test('columns return every added day, from any quarter on', () => {
  const days = fc.array(
    fc.tuple(fc.nat({ max: halfMonthDaysMax - 1 }), fc.nat(), fc.integer({ min: -2, max: 90 })),
  );
  fc.assert(
    fc.property(days, fc.nat({ max: quartersOfDay - 1 }), (counted, cut) => {
      const grids = Array.from({ length: halfMonthDaysMax }, () => zeros(quartersOfDay));
      for (const [day, place, count] of counted) {
        const grid = grids[day] ?? [];
        grid[place % grid.length] = count;
      }
      const columns = Array.from({ length: 24 }, (_, hour) => {
        const column = zeros(halfMonthDaysMax * columnNumbersPerDay);
        for (const [day, grid] of grids.entries()) addDay(column, hour, day, grid);

        return column;
      });
      const sumTo = (grid: readonly number[], end: number) =>
        [...statKinds.keys()].map((kind) =>
          grid.slice(kind * quartersOfDay, kind * quartersOfDay + end).reduce((sum, count) => sum + count, 0),
        );
      for (const [day, grid] of grids.entries()) {
        const column = columns[Math.floor(cut / 4)] ?? [];
        expect(dayOfColumns(columns, day)).toEqual(grid);
        expect(countedBefore(column, day, cut % 4)).toEqual(sumTo(grid, cut));
        expect(countedInDay(column, day)).toEqual(sumTo(grid, quartersOfDay));
      }
    }),
    { numRuns: 30 },
  );
});
