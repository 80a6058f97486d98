import { knowZone } from '#lib/campaigns/dispatch/zone-queues.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { postponeWrite } from '#lib/executions/waiting.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/update-if.ts';

/**
 * Puts a mail that must not be sent yet where the dispatcher looks for it at the right time. Whoever changed the execution
 * meanwhile has taken care of it. May be repeated.
 * @param until epoch milliseconds
 * @param zone in whose queue a first mail waits; undefined: the campaign's
 */
export async function postpone(
  { table }: Pick<Services, 'table'>,
  execution: Execution,
  until: number,
  zone: string | undefined,
): Promise<void> {
  const { workspaceId, campaignId, sentCount } = execution;
  // The dispatcher must know of the queue before somebody stands in it.
  if (zone !== undefined && zone !== execution.zone && sentCount === 0) {
    await knowZone(table, workspaceId, campaignId, zone);
  }
  await updateIf(table, postponeWrite(execution, until, zone));
}
