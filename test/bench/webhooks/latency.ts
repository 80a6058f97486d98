import { percentile } from '../support/statistics.ts';
import { accepting, hanging } from './behaviour.ts';
import { type Deployment, type Subscription, subscribe } from './deployment.ts';
import { commitEvent } from './events.ts';
import { openLoop } from './open-loop.ts';
import type { Arrival } from './receivers.ts';
import { warmUp } from './warm-up.ts';

const healthy = ['healthy-1', 'healthy-2', 'healthy-3', 'healthy-4'];
/** Gets the same load as each of the others: a fifth. */
const fifth = 'fifth';
const drainMs = 120_000;
const onsetMs = 3000;

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  /** Latency of events in the first seconds, before the hanging endpoint is detected, and of later ones. */
  readonly onsetP99: number;
  readonly laterP99: number;
}

export interface Latencies {
  /** Milliseconds, of the healthy endpoints. */
  readonly undisturbed: Percentiles;
  /** While the fifth endpoint hangs. */
  readonly disturbed: Percentiles;
}

/**
 * Latency from the planned commit of an event to its arrival at healthy receivers, through the commit, the
 * stream, `publish` and the queue. Each event goes to five endpoints; in the second half one of them hangs.
 * @param rate deliveries per second
 */
export async function measureLatencies(
  deployment: Deployment,
  rate: number,
  seconds: number,
): Promise<Latencies> {
  const { receivers } = deployment;
  const subscription = await subscribe(deployment, [...healthy, fifth]);
  const perSecond = rate / (healthy.length + 1);
  const phase = { perSecond, seconds };
  await warmUp(deployment);
  await runPhase(deployment, subscription, { perSecond, seconds: seconds / 4 });
  const undisturbed = await runPhase(deployment, subscription, phase);
  // The threads of the slow lane were idle for longer than a thread stays warm.
  await warmUp(deployment);
  await receivers.change(fifth, hanging);
  const disturbed = await runPhase(deployment, subscription, phase);
  await receivers.change(fifth, accepting);

  return { undisturbed, disturbed };
}

async function runPhase(
  { receivers, table }: Deployment,
  { workspaceId }: Subscription,
  phase: { readonly perSecond: number; readonly seconds: number },
): Promise<Percentiles> {
  const committed = new Map<string, number>();
  const begun = receivers.arrivals.length;
  await openLoop(phase, async (dueAt) => {
    committed.set(await commitEvent(table, workspaceId, committed.size), dueAt);
  });
  const isOurs = (receiver: string, eventId: string) => healthy.includes(receiver) && committed.has(eventId);
  const arrivals = await receivers.untilArrived({
    count: committed.size * healthy.length,
    from: begun,
    isCounted: ({ receiver, eventId }) => isOurs(receiver, eventId),
    timeoutMs: drainMs,
  });
  const dueAtOf = ({ eventId }: Arrival) => committed.get(eventId) ?? 0;
  const latencyOf = (arrival: Arrival) => arrival.at - dueAtOf(arrival);
  const onsetEnd = Math.min(...committed.values()) + Math.min(onsetMs, (phase.seconds * 1000) / 2);
  const [onset, later] = [true, false].map((isOnset) =>
    arrivals.filter((arrival) => dueAtOf(arrival) < onsetEnd === isOnset).map(latencyOf),
  );

  return {
    p50: percentile(arrivals.map(latencyOf), 0.5),
    p99: percentile(arrivals.map(latencyOf), 0.99),
    onsetP99: percentile(onset ?? [], 0.99),
    laterP99: percentile(later ?? [], 0.99),
  };
}
