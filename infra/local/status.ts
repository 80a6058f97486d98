import type { StackStatus } from './control-server.ts';
import type { Foundation } from './foundation.ts';
import { readQueueDepth } from './resources/queues.ts';

export async function readStatus({
  clients,
  deployment,
  engines,
  runtime,
}: Foundation): Promise<StackStatus> {
  const queues = await Promise.all(
    [...deployment.queueUrls].map(
      async ([name, url]) => [name, await readQueueDepth(clients.sqs, url)] as const,
    ),
  );
  const schedules = engines.pendingSchedules();

  return {
    now: new Date().toISOString(),
    queues: Object.fromEntries(queues),
    schedules:
      schedules === undefined
        ? null
        : {
            pending: schedules.count,
            nextDueAt: schedules.nextDueAt === null ? null : new Date(schedules.nextDueAt).toISOString(),
          },
    runningInvocations: runtime.runningInvocations(),
  };
}
