import { measureCpuTime } from '../../support/cpu-time.ts';
import type { Family } from './families.ts';

export interface Parser {
  readonly name: string;
  /** A valid input. */
  readonly sample: string;
  /** Maximum length of the input that callers pass; default: no limit. */
  readonly limit?: number;
  readonly run: (input: string) => unknown;
}

export interface Measurement {
  readonly parser: string;
  readonly family: string;
  /** Characters of the largest input. */
  readonly size: number;
  /** CPU time of the largest input. */
  readonly ms: number;
}

export const largest = 1_000_000;
const sizes = [largest / 16, largest / 4, largest] as const;

/**
 * CPU time for the largest input. Work of more than linear time takes far longer for 1 MB: its growth need not be measured, which
 * would depend on garbage collection and the processor's caches.
 */
const limitMs = 250;
/** A longer time is not measured again. */
const hopelessMs = 1000;
const attemptsMax = 8;

export const isTooSlow = ({ ms }: Measurement): boolean => ms > limitMs;

/** Repeats measurements that look too slow and takes the minimum. */
export async function measure(parser: Parser, name: string, family: Family): Promise<Measurement> {
  let [size, ms] = [0, 0];
  for (const each of new Set(sizes.map((size) => Math.min(size, parser.limit ?? size)))) {
    const input = family(parser.sample, each).slice(0, parser.limit);
    [size, ms] = [input.length, await shortestTime(parser, input)];
    if (ms > limitMs) break;
  }

  return { parser: parser.name, family: name, size, ms };
}

async function shortestTime(parser: Parser, input: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempts = 0; attempts < attemptsMax && least > limitMs; attempts++) {
    const { ms } = await measureCpuTime(() => run(parser, input));
    least = Math.min(least, ms);
    if (ms > hopelessMs) break;
  }

  return least;
}

async function run(parser: Parser, input: string): Promise<void> {
  try {
    await parser.run(input);
  } catch {
    // A refusal is an answer: only its time counts.
  }
}
