import { registerZone } from '#lib/campaigns/state/zones.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { postponeWrite } from '#lib/executions/status-transitions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/table.ts';

/**
 * Makes an email due at a later time. If the execution has changed since it was read, nothing is written. Idempotent.
 * @param until epoch milliseconds
 * @param zone time zone of the queue for a first message; undefined: the campaign's
 */
export async function postpone(
  { table }: Pick<Services, 'table'>,
  execution: Execution,
  until: number,
  zone: string | undefined,
): Promise<void> {
  const { workspaceId, campaignId, sentCount } = execution;
  // Register the zone's queue first, so that the dispatcher reads it.
  if (zone !== undefined && zone !== execution.zone && sentCount === 0) {
    await registerZone(table, workspaceId, campaignId, zone);
  }
  await updateIf(table, postponeWrite(execution, until, zone));
}
