import * as z from 'zod/mini';
import { recordCalls, type ServiceCall } from './service-calls.ts';

/** What one operation asks of the services. */
export const Cost = z.strictObject({
  /** The longest chain of calls of which each began after the one before it had ended. */
  roundTrips: z.number(),
  writeUnits: z.number(),
  readUnits: z.number(),
  sqsCalls: z.number(),
  schedulerCalls: z.number(),
  kmsCalls: z.number(),
});
export type Cost = z.infer<typeof Cost>;

export const measures = Cost.def.shape;
export type Measure = keyof Cost;
export const measureNames = Object.keys(measures) as Measure[];

export async function measureCost(work: () => Promise<unknown>): Promise<Cost> {
  return costOf(await recordCalls(work));
}

export function costOf(calls: readonly ServiceCall[]): Cost {
  const of = (service: ServiceCall['service']) => calls.filter((call) => call.service === service).length;

  return {
    roundTrips: longestChain(calls),
    writeUnits: calls.reduce((sum, { units }) => sum + units.write, 0),
    readUnits: calls.reduce((sum, { units }) => sum + units.read, 0),
    sqsCalls: of('sqs'),
    schedulerCalls: of('scheduler'),
    kmsCalls: of('kms'),
  };
}

/** Taking whichever ends first is the longest: https://en.wikipedia.org/wiki/Interval_scheduling */
export function longestChain(calls: readonly Pick<ServiceCall, 'begin' | 'end'>[]): number {
  let length = 0;
  let after = 0;
  for (const { begin, end } of calls.toSorted((a, b) => a.end - b.end)) {
    if (begin <= after) continue;
    length += 1;
    after = end;
  }

  return length;
}

/** One of `count` that were done together. Units per piece, in hundredths; round trips belong to all of them and are left out. */
export function shareOf(cost: Cost, count: number): Cost {
  const share = (value: number) => Math.round((value / count) * 100) / 100;

  return {
    roundTrips: 0,
    writeUnits: share(cost.writeUnits),
    readUnits: share(cost.readUnits),
    sqsCalls: share(cost.sqsCalls),
    schedulerCalls: share(cost.schedulerCalls),
    kmsCalls: share(cost.kmsCalls),
  };
}

/** One after the other. */
export function sumOf(...costs: readonly Cost[]): Cost {
  const total = (measure: Measure) =>
    Math.round(costs.reduce((sum, cost) => sum + cost[measure], 0) * 100) / 100;

  return {
    roundTrips: total('roundTrips'),
    writeUnits: total('writeUnits'),
    readUnits: total('readUnits'),
    sqsCalls: total('sqsCalls'),
    schedulerCalls: total('schedulerCalls'),
    kmsCalls: total('kmsCalls'),
  };
}
