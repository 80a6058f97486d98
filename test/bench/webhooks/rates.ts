import { type Row, rounded } from '../support/report.ts';
import { median } from '../support/statistics.ts';
import { measureBound } from './bound.ts';
import type { Deployment } from './deployment.ts';
import { measureLatencies } from './latency.ts';
import { recordDelivery } from './recorded-calls.ts';
import { measureThroughput } from './throughput.ts';

export interface RatesSize {
  /** Deliveries per round. */
  readonly deliveries: number;
  /** Duration of each phase with a fixed rate. */
  readonly seconds: number;
}

const shareMin = 0.6;
const p50MsMax = 1000;
const p99MsMax = 5000;
const disturbanceMax = 2;
/**
 * Milliseconds below which noise of the machine dominates: a multiple of a very small value is still small.
 */
const noiseMs = 50;
const rounds = 3;

/**
 * Measures the throughput of waiting deliveries. Then measures live deliveries at half that rate, with and
 * without a hanging endpoint. The rate is half of the service's, not of the bound: live events must also be
 * committed and published. Their messages arrive one at a time, so that the single-threaded local queue is as
 * busy as with twice as many waiting messages.
 */
export async function measureRates(deployment: Deployment, size: RatesSize): Promise<Row[]> {
  const recorded = await recordDelivery(deployment);
  // Warm-up: threads start and secrets are decrypted before the measurement.
  await measureThroughput(deployment, Math.ceil(size.deliveries / 3));
  // Alternating, so that other load on the machine slows both.
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
