import { listActivity } from '#lib/activity/activity.ts';
import { listRecipients } from '#lib/campaigns/recipients/list.ts';
import { listContacts } from '#lib/contacts/list.ts';
import { ContactFilter } from '#lib/contacts/list-filters.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { ActivityFilter, RecipientFilter, ReplyFilter } from '#lib/exports/export.ts';
import type { StoredExport } from '#lib/exports/items.ts';
import type { Page } from '#lib/http/page.ts';
import { listReplies } from '#lib/replies/list.ts';
import type { Services } from '#lib/runtime/services.ts';

/** Elements per page. `queryPage` reads one item more to detect the next page, and 100 items are one read. */
const pageSize = 99;

/**
 * The next page of the list that an export writes, with the use case of the list's endpoint.
 * @throws Problem 404 if the campaign of an export of recipients was deleted
 */
export function readExportPage(
  services: Services & { readonly vault: Vault },
  { workspaceId, type, campaignId = '', filter = {} }: StoredExport,
  cursor: string | undefined,
): Promise<Page<object>> {
  const page = { limit: pageSize, cursor };
  switch (type) {
    case 'contacts':
      return listContacts(services, workspaceId, { ...ContactFilter.parse(filter), ...page });
    case 'recipients':
      return listRecipients(services, workspaceId, campaignId, { ...RecipientFilter.parse(filter), ...page });
    case 'activity':
      return listActivity(services, workspaceId, { ...ActivityFilter.parse(filter), ...page });
    case 'replies':
      return listReplies(services, workspaceId, { ...ReplyFilter.parse(filter), ...page });
  }
}
