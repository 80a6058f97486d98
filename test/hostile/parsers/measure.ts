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
  /** Exponent of the growth of time with the size; undefined when the times are too short to measure. */
  readonly exponent: number | undefined;
}

export const largest = 1_000_000;
const factor = 4;
const sizes = [largest / factor ** 2, largest / factor, largest] as const;

/** Below this, times for 1 MB are mostly garbage collection and do not show the growth. */
const noiseMs = 60;
/** After an input that takes longer, no larger input is tried. */
const abortMs = 2000;

const bounds = { exponent: 1.2, ms: 250 } as const;
const attemptsMax = 6;

export function isTooSlow({ exponent = 1, ms }: Measurement): boolean {
  return exponent > bounds.exponent || ms > bounds.ms;
}

/** Repeats measurements that look too slow and takes the minimum. */
export async function measure(parser: Parser, name: string, family: Family): Promise<Measurement> {
  const inputs = [...new Set(sizes.map((size) => Math.min(size, parser.limit ?? size)))].map((size) =>
    family(parser.sample, size).slice(0, parser.limit),
  );
  const best = inputs.map(() => Number.POSITIVE_INFINITY);
  let measured: Measurement | undefined;
  for (let attempts = 0; attempts < attemptsMax; attempts++) {
    for (const [at, input] of inputs.entries()) {
      const [floor, before] = [best[at] ?? 0, best[at - 1] ?? 0];
      if (before < abortMs) best[at] = Math.min(floor, await processorMs(() => parser.run(input)));
    }
    measured = summarise(parser, name, inputs, best);
    if (!isTooSlow(measured)) break;
  }

  return measured as Measurement;
}

function summarise(
  { name: parser }: Parser,
  family: string,
  inputs: readonly string[],
  times: readonly number[],
): Measurement {
  const known = times.filter(Number.isFinite);
  const [size = 0, smallest = 0] = [inputs[known.length - 1]?.length, inputs[0]?.length];
  const [ms = 0, least = 0] = [known.at(-1), known[0]];
  // Over the whole range of sizes, so that noise in one measurement has little effect.
  const exponent =
    ms < noiseMs || smallest === size
      ? undefined
      : Math.log(ms / Math.max(least, (noiseMs * smallest) / size)) / Math.log(size / smallest);

  return { parser, family, size, ms, exponent };
}

async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await work();
  } catch {
    // A refusal is an answer: only its time counts.
  }
  const { user, system } = process.threadCpuUsage(before);

  return (user + system) / 1000;
}
