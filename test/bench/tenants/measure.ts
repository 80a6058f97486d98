import { PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import type { OnEnd } from '../support/run-bench.ts';
import { accepting, hanging } from '../webhooks/behaviour.ts';
import { type Deployment, deploy } from '../webhooks/deployment.ts';
import { type PartName, type Probe, runProbe, type Sample } from './probe.ts';
import { startBusyProcesses, startStorm } from './processes.ts';
import { countProcessors } from './processor-use.ts';
import { hangingReceiver, prepareAttacks, sendPoison } from './tenant-a.ts';
import { prepareTenant } from './tenant-b.ts';

/** Number of consecutive measurements of the storm: each must reach the target. */
const windows = 3;
/**
 * Long enough for the storm to start all the instances it needs: starting one takes a second of processor
 * time.
 */
const rehearsalSeconds = 45;
/** After the storm, or before tenant B's first deliveries. */
const idleMs = 40_000;

/** Latencies of tenant B in one phase, by part. */
export type Phase = ReadonlyMap<PartName, Sample>;

export interface Findings {
  readonly probes: readonly Probe[];
  readonly before: Phase;
  readonly storm: readonly Phase[];
  readonly after: Phase;
  /** While processes without a tenant use as many processors as tenant A's work did. */
  readonly busy: Phase;
  /** Number of processors that tenant A's work used. */
  readonly processors: number;
  /** Whether the stack was idle when `after` was measured. */
  readonly wasIdle: boolean;
}

/** @param seconds of each phase */
export async function measureTenants(
  onEnd: OnEnd,
  parts: readonly PartName[],
  seconds: number,
): Promise<Findings> {
  const deployment = await deploy(onEnd, 'on');
  const probes = await prepareTenant(deployment, onEnd, parts, seconds * (windows + 3) + rehearsalSeconds);
  const storm = await startStorm();
  onEnd(storm.stop);
  const arsenal = await prepareAttacks(deployment, parts, storm.ports);
  const ids = { ...deployment.processIds, mailServer: storm.pid };
  storm.begin(arsenal);
  await runPhase('rehearsal of the storm', probes, rehearsalSeconds);
  storm.pause();
  await waitUntilIdle(deployment);

  const endCalm = countProcessors(ids);
  const before = await runPhase('undisturbed', probes, seconds);
  const calm = endCalm();
  if (parts.includes('inbox')) await sendPoison(deployment);
  await deployment.receivers.change(hangingReceiver, hanging);
  storm.begin(arsenal);
  const endStorm = countProcessors(ids);
  const during: Phase[] = [];
  for (let window = 0; window < windows; window++) {
    during.push(await runPhase(`storm, window ${window + 1} of ${windows}`, probes, seconds));
  }
  const processors = Math.max(0, endStorm() - calm);
  storm.pause();
  const isQuiet = await waitUntilIdle(deployment);
  const after = await runPhase('after the storm', probes, seconds);
  const endBusy = startBusyProcesses(processors);
  const busy = await runPhase('beside busy processes', probes, seconds).finally(endBusy);

  return { probes, before, storm: during, after, busy, processors, wasIdle: isQuiet };
}

async function runPhase(name: string, probes: readonly Probe[], seconds: number): Promise<Phase> {
  process.stderr.write(`  ${name}: ${seconds} s\n`);
  const samples = probes.map(async (probe) => [probe.name, await runProbe(probe, seconds)] as const);

  return new Map(await Promise.all(samples));
}

/** Waits until tenant A's remaining load is processed. @returns whether that happened in time */
async function waitUntilIdle({ receivers, stack, time }: Deployment): Promise<boolean> {
  await receivers.change(hangingReceiver, accepting);
  const client = new SQSClient({});
  const urls = Object.entries(stack.environment).filter(([name]) => name.endsWith('_QUEUE_URL'));
  const isIdle = async () => {
    await Promise.all(urls.map(([, QueueUrl]) => client.send(new PurgeQueueCommand({ QueueUrl }))));
    const { queues, runningInvocations } = await time.status();

    return runningInvocations === 0 && Object.values(queues).every(({ ready }) => ready === 0);
  };
  const isQuiet = await waitUntil('the end of the storm', isIdle, idleMs).then(
    () => true,
    () => false,
  );
  client.destroy();

  return isQuiet;
}
