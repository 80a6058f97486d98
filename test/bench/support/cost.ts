import * as z from 'zod/mini';
import { recordCalls, type ServiceCall } from './service-calls.ts';

/** Requests of one operation to AWS services. */
export const Cost = z.strictObject({
  /** The longest chain of calls in which each began after the previous one had ended. */
  roundTrips: z.number(),
  writeUnits: z.number(),
  readUnits: z.number(),
  sqsCalls: z.number(),
  schedulerCalls: z.number(),
  kmsCalls: z.number(),
  s3Calls: z.number(),
});
export type Cost = z.infer<typeof Cost>;
export type Measure = keyof Cost;

export const measures: readonly Measure[] = [
  'roundTrips',
  'writeUnits',
  'readUnits',
  'sqsCalls',
  'schedulerCalls',
  'kmsCalls',
  's3Calls',
];

export async function measureCost(work: () => Promise<unknown>): Promise<Cost> {
  return costOf(await recordCalls(work));
}

function costOf(calls: readonly ServiceCall[]): Cost {
  const countOf = (service: ServiceCall['service']) =>
    calls.filter((call) => call.service === service).length;

  return {
    roundTrips: longestChain(calls),
    writeUnits: calls.reduce((sum, { units }) => sum + units.write, 0),
    readUnits: calls.reduce((sum, { units }) => sum + units.read, 0),
    sqsCalls: countOf('sqs'),
    schedulerCalls: countOf('scheduler'),
    kmsCalls: countOf('kms'),
    s3Calls: countOf('s3'),
  };
}

/**
 * A greedy choice of the call that ends first gives the longest chain:
 * https://en.wikipedia.org/wiki/Interval_scheduling
 */
function longestChain(calls: readonly Pick<ServiceCall, 'begin' | 'end'>[]): number {
  let length = 0;
  let after = 0;
  for (const { begin, end } of calls.toSorted((a, b) => a.end - b.end)) {
    if (begin <= after) continue;
    length += 1;
    after = end;
  }

  return length;
}

/** The cost of one of `count` operations in a batch, rounded to hundredths. A share has no round trips. */
export function shareOf(cost: Cost, count: number): Cost {
  return costFrom((measure) => (measure === 'roundTrips' ? 0 : cost[measure] / count));
}

/** Sum of sequential costs. */
export function sumOf(...costs: readonly Cost[]): Cost {
  return costFrom((measure) => costs.reduce((sum, cost) => sum + cost[measure], 0));
}

function costFrom(amountOf: (measure: Measure) => number): Cost {
  const rounded = measures.map((measure) => [measure, Math.round(amountOf(measure) * 100) / 100]);

  return Cost.parse(Object.fromEntries(rounded));
}
