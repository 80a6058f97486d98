import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { unreservedMin } from '../../../infra/reserved-concurrency.ts';
import { settingsOf } from '../synthesised.ts';

const capacityOf = (stage: string, concurrencyQuota?: number) =>
  settingsOf(stage, concurrencyQuota === undefined ? {} : { concurrencyQuota }).capacity;
const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

it('Only a production stage that states a quota of at least 1,000 reserves concurrency, unless it switches that off', () => {
  const reserved = (...[stage, entry]: Parameters<typeof settingsOf>) =>
    sumOf(settingsOf(stage, entry).capacity.reserved);

  expect(reserved('prod', { concurrencyQuota: 1000 })).toBeGreaterThan(0);
  expect(reserved('live', { production: true, concurrencyQuota: 1000 })).toBeGreaterThan(0);
  expect([
    reserved('prod'),
    reserved('prod', { concurrencyQuota: 999 }),
    reserved('prod', { concurrencyQuota: 1000, reserveConcurrency: false }),
    reserved('dev', { concurrencyQuota: 1000 }),
    reserved('local'),
  ]).toEqual([0, 0, 0, 0, 0]);
});

it('A disposable stage uses a tenth of an account, and a production stage the account', () => {
  expect([capacityOf('dev').quota, capacityOf('pr-12').quota]).toEqual([100, 100]);
  expect(capacityOf('dev').queueConcurrency).toEqual(capacityOf('prod', 100).queueConcurrency);
  expect(sumOf(capacityOf('dev').queueConcurrency)).toBeLessThanOrEqual(50);
  expect([capacityOf('prod').quota, capacityOf('local').quota]).toEqual([1000, 1000]);
});

it.each([1500, 5000, 10_000, 100_000])(
  'With a quota of %i reservations and consumers grow in proportion',
  (quota) => {
    const [{ reserved, queueConcurrency }, base] = [capacityOf('prod', quota), capacityOf('prod', 1000)];

    for (const [name, count] of Object.entries(base.reserved)) {
      // SQS accepts a maximum concurrency of at most 1,000.
      const grown = Math.min(1000, Math.floor((count * quota) / 1000));
      expect([name, reserved[name]]).toEqual([name, count === 1 ? 1 : grown]);
    }
    for (const [name, maximum] of Object.entries(queueConcurrency)) expect(maximum).toBe(reserved[name]);
    expect(quota - sumOf(reserved)).toBeGreaterThanOrEqual(unreservedMin);
  },
);

it('A message may be received more often before it is a dead letter if its consumer may be throttled', () => {
  const receives = [1000, 100, 10].map((quota) => capacityOf('dev', quota).receivesMax);

  expect(receives).toEqual([5, 5, 20]);
});

it('The runbook states how many concurrent executions are reserved', () => {
  const page = readFileSync('infra/RUNBOOK.md', 'utf8').replaceAll(/\s+/g, ' ');

  expect(page).toContain(`${sumOf(capacityOf('prod', 1000).reserved)} of a quota of 1,000`);
});
