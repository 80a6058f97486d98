import type { SQSClient } from '@aws-sdk/client-sqs';
import { readQueueDepth } from '../command-line/queue-depth.ts';
import type { Foundation } from './foundation.ts';
import type { StackStatus } from './status-table.ts';

/** The state of the stack, as `GET /status` of its control server returns it. */
export async function readStatus({
  clock,
  clients,
  deployment,
  engines,
  faults,
  runtime,
}: Foundation): Promise<StackStatus> {
  const queues =
    (await engines.queueDepths()) ?? (await readExternalDepths(clients.sqs, deployment.queueUrls));
  const schedules = engines.pendingSchedules();

  return {
    now: new Date().toISOString(),
    clockOffsetMs: clock.offsetMs(),
    queues,
    schedules:
      schedules === undefined
        ? null
        : {
            pending: schedules.count,
            nextDueAt: schedules.nextDueAt === null ? null : new Date(schedules.nextDueAt).toISOString(),
          },
    runningInvocations: runtime.runningInvocations(),
    ...(faults && { faults: faults.counts() }),
  };
}

async function readExternalDepths(
  client: SQSClient,
  urls: ReadonlyMap<string, string>,
): Promise<StackStatus['queues']> {
  const depths = await Promise.all(
    [...urls].map(async ([name, url]) => [name, await readQueueDepth(client, url)] as const),
  );

  return Object.fromEntries(depths);
}
