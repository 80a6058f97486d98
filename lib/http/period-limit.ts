import { RateLimited } from '#lib/http/rate-window.ts';
import type { Update } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';

const periods = {
  hour: { ms: 3_600_000, length: '2030-06-03T10'.length },
  day: { ms: 86_400_000, length: '2030-06-03'.length },
} as const;

interface PeriodLimit {
  /** The sort key is the period, such as `2030-06-03T10`. */
  readonly partition: string;
  readonly per: keyof typeof periods;
  /** The attribute of the count. Different counts may have one item, but not in one transaction. */
  readonly counter: string;
  readonly limit: number;
  /** Of the error, without its end. */
  readonly message: string;
}

/**
 * Counts an operation in the current UTC hour or day, as a part of its transaction, so that the limit is exact and a failed
 * operation is not counted. The item expires with the following period.
 * @param now epoch milliseconds
 */
export function periodLimitUpdate(
  { partition, per, counter, limit, message }: PeriodLimit,
  now: number,
): Update {
  const { ms, length } = periods[per];
  const period = timestamp(now).slice(0, length);
  const resetAt = (Math.floor(now / ms) + 1) * ms;

  return {
    update: { pk: partition, sk: period },
    set: { expiresAtEpochSeconds: (resetAt + ms) / 1000 },
    add: { [counter]: 1 },
    if: [{ [counter]: 'absent' }, { [counter]: { below: limit } }],
    otherwise: () => new RateLimited(`${message}; try again later`, { limit, remaining: 0, resetAt }),
  };
}
