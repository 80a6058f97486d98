import { readOutlines } from '#lib/campaigns/enrolment/outline.ts';
import type { Change } from '#lib/commit/change.ts';
import { type ExportSummary, type NewExport, unfinishedExportsMax } from '#lib/exports/export.ts';
import { exportPlaces, exportPut, placeNumberOf, placePut } from '#lib/exports/items.ts';
import { presentExport } from '#lib/exports/read.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

/**
 * Plans an export with its queue message.
 * @throws Problem 422 for a campaign that does not exist, or if the workspace has two unfinished exports
 */
export async function planExport(
  { table, now }: Services,
  workspaceId: string,
  request: NewExport,
): Promise<Change<ExportSummary>> {
  const at = now();
  const campaignId = 'campaignId' in request ? request.campaignId : undefined;
  const [place] = await Promise.all([
    findFreePlaceNumber(table, workspaceId),
    requireCampaign(table, workspaceId, campaignId),
  ]);
  const stored = {
    workspaceId,
    id: newId('exp', at),
    ...request,
    createdAt: timestamp(at),
    place,
    attempts: 0,
    leasedUntil: at,
    rows: 0,
    bytes: 0,
  };

  return {
    writes: [exportPut(stored, at), placePut(stored, at)],
    messages: [{ queue: 'exports', message: { exportId: stored.id } }],
    result: presentExport(stored),
  };
}

/** @throws Problem 422 if all places are occupied */
async function findFreePlaceNumber(table: Table, workspaceId: string): Promise<number> {
  const { items } = await table.query(exportPlaces(workspaceId));
  const usedPlaces = new Set(items.map(placeNumberOf));
  const places = Array.from({ length: unfinishedExportsMax }, (_, index) => index + 1);
  const freePlace = places.find((place) => !usedPlaces.has(place));
  if (freePlace !== undefined) return freePlace;

  const message = `a workspace has at most ${unfinishedExportsMax} unfinished exports: wait until one ends, or delete one`;
  throw invalidField('', 'count', message);
}

async function requireCampaign(
  table: Table,
  workspaceId: string,
  campaignId: string | undefined,
): Promise<void> {
  if (campaignId === undefined) return;
  const campaigns = await readOutlines(table, workspaceId, [campaignId]);
  if (campaigns.length === 0) throw invalidField('campaignId', 'exists', 'does not exist');
}
