import { endpointLeasesMax } from '#lib/webhooks/delivery/leases.ts';
import { type Row, rounded } from '../support/report.ts';
import { median, rateOf } from '../support/statistics.ts';
import { accepting, type Behaviour } from './behaviour.ts';
import type { Deployment } from './deployment.ts';
import { measureBurst } from './throughput.ts';

const rounds = 3;
const shareMin = 0.9;
const shareMax = 1.1;
const receiver = 'burst';
const slowMs = 1000;
const once: Behaviour = { ...accepting, delayMs: 700, delayedEvery: 1_000_000 };
const hundredth: Behaviour = { ...accepting, delayMs: 600, delayedEvery: 100 };

/** Measures bursts to one endpoint with some slow responses, and one to an endpoint that is always slow. */
export async function measureSlowResponses(deployment: Deployment, deliveries: number): Promise<Row[]> {
  const { receivers } = deployment;
  const rate = async (behaviour: Behaviour) => {
    await receivers.change(receiver, behaviour);

    return rateOf(await measureBurst(deployment, [receiver], deliveries));
  };
  await rate(accepting);
  const found: Record<'all' | 'once' | 'hundredth', number>[] = [];
  for (let round = 0; round < rounds; round++) {
    found.push({ all: await rate(accepting), once: await rate(once), hundredth: await rate(hundredth) });
  }
  await receivers.change(receiver, { ...accepting, delayMs: slowMs });
  const arrivals = await measureBurst(deployment, [receiver], deliveries);
  // The first requests are sent before the endpoint is known to be slow.
  const atLimit = arrivals.slice(-10 * endpointLeasesMax);
  const slowShare = rateOf(atLimit) / (endpointLeasesMax / (slowMs / 1000));
  const shareRow = (what: string, name: 'once' | 'hundredth'): Row => {
    const share = median(found.map((each) => each[name] / each.all));

    return {
      what,
      measured: rounded(share),
      bar: `≥ ${shareMin}`,
      holds: share >= shareMin,
      detail: found.map((each) => `${Math.round(each[name])}/${Math.round(each.all)}`).join(', '),
    };
  };

  return [
    shareRow('deliveries a second with one slow response, as a share of the rate without', 'once'),
    shareRow('the same with one slow response in a hundred', 'hundredth'),
    {
      what: 'deliveries a second to a slow endpoint, as a share of its limit divided by its response time',
      measured: rounded(slowShare),
      bar: `${shareMin} to ${shareMax}`,
      holds: slowShare >= shareMin && slowShare <= shareMax,
    },
  ];
}
