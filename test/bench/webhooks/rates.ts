import { type Row, rounded } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import { measureBound } from './bound.ts';
import type { Deployment } from './deployment.ts';
import { measureLatencies } from './latency.ts';
import { recordDelivery } from './recorded-calls.ts';
import { measureThroughput } from './throughput.ts';

export interface RatesSize {
  /** Deliveries of each round. */
  readonly deliveries: number;
  /** Of each phase at a fixed rate. */
  readonly seconds: number;
}

const shareMin = 0.6;
const p50MsMax = 1000;
const p99MsMax = 5000;
const disturbanceMax = 2;
/** Below this, milliseconds of the machine's own noise would decide: twice very little is still very little. */
const noiseMs = 50;
const rounds = 3;

/**
 * Deliveries that wait and, at half the rate at which these are made, deliveries of events as they happen, with and without
 * an endpoint that hangs. Half of ours, not of the bound: events must be committed and published too, and their messages come
 * one at a time, so that the local queue, which is one thread, is as busy with them as with twice as many that wait.
 */
export async function measureRates(deployment: Deployment, size: RatesSize): Promise<Row[]> {
  const recorded = await recordDelivery(deployment);
  // Threads start and secrets are opened before it counts.
  await measureThroughput(deployment, Math.ceil(size.deliveries / 3));
  // In turns: whatever else the machine does then slows both.
  const pairs: { bound: number; ours: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const bound = await measureBound(deployment, recorded, size.deliveries);
    pairs.push({ bound, ours: await measureThroughput(deployment, size.deliveries) });
  }
  const share = median(pairs.map(({ bound, ours }) => ours / bound));
  const rate = median(pairs.map(({ ours }) => ours)) / 2;
  const { undisturbed, disturbed } = await measureLatencies(deployment, rate, size.seconds);
  const disturbance = disturbed.p99 / Math.max(undisturbed.p99, noiseMs);
  const inMs = (value: number) => `${Math.round(value)} ms`;

  return [
    {
      what: 'deliveries a second, as a share of the bound',
      measured: rounded(share),
      bar: `≥ ${shareMin}`,
      holds: share >= shareMin,
      detail: pairs.map(({ bound, ours }) => `${Math.round(ours)}/${Math.round(bound)}`).join(', '),
    },
    {
      what: 'event to receiver at half that rate, median, in seconds',
      measured: rounded(undisturbed.p50 / 1000),
      bar: '< 1',
      holds: undisturbed.p50 < p50MsMax,
      detail: `${Math.round(rate)} deliveries/s`,
    },
    {
      what: 'event to receiver at half that rate, 99th percentile, in seconds',
      measured: rounded(undisturbed.p99 / 1000),
      bar: '< 5',
      holds: undisturbed.p99 < p99MsMax,
    },
    {
      what: 'the same while one endpoint with a fifth of the load hangs, times the undisturbed',
      measured: rounded(disturbance),
      bar: `≤ ${disturbanceMax}`,
      holds: disturbance <= disturbanceMax,
      detail: [
        `p50 ${inMs(disturbed.p50)}, p99 ${inMs(disturbed.p99)}`,
        `${inMs(disturbed.onsetP99)} in the first seconds, ${inMs(disturbed.laterP99)} after them`,
      ].join(': '),
    },
  ];
}
