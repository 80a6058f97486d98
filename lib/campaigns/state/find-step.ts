import { campaignPartition, stepPrefix } from '#lib/campaigns/state/items.ts';
import type { Step } from '#lib/campaigns/state/step.ts';
import { toSteps } from '#lib/campaigns/state/step-items.ts';
import { readAllWithPrefix } from '#lib/storage/read-all.ts';
import type { Table } from '#lib/storage/table.ts';

/** Reads a step with its variants. Undefined when the campaign has no such step. */
export async function findStep(
  table: Table,
  workspaceId: string,
  campaignId: string,
  stepId: string,
): Promise<Step | undefined> {
  const items = await readAllWithPrefix(
    table,
    campaignPartition(workspaceId, campaignId),
    stepPrefix(stepId),
  );

  return toSteps(items).get(stepId);
}
