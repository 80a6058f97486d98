import type * as z from 'zod/mini';
import type { BlockedType, BlocklistEntry } from '#lib/blocklist/entry.ts';
import { allEntries, entriesByType, entriesByValue, toEntry } from '#lib/blocklist/items.ts';
import { normaliseBlocked } from '#lib/blocklist/value.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Item } from '#lib/storage/table.ts';

interface BlocklistRequest extends PageRequest {
  readonly type?: z.infer<typeof BlockedType> | undefined;
  readonly value?: string | undefined;
}

/** Newest first. The index applies only one filter, so the type is compared again. A value has at most one entry. */
export function listEntries(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  request: BlocklistRequest,
): Promise<Page<BlocklistEntry>> {
  const read = (items: readonly Item[]) =>
    items
      .map(toEntry)
      .map((entry) => (request.type === undefined || entry.type === request.type ? entry : undefined));

  return queryPage(table, { ...queryFor(workspaceId, request), request, read });
}

function queryFor(workspaceId: string, { type, value }: BlocklistRequest): MergedQuery {
  if (value !== undefined) return entriesByValue(workspaceId, normaliseBlocked(value)?.value ?? value);

  return type === undefined ? allEntries(workspaceId) : entriesByType(workspaceId, type);
}
