import { commit } from '#lib/commit/commit.ts';
import { planImport, prepareImport } from '#lib/contacts/import/import.ts';
import { withDefaults } from '#lib/contacts/import/options.ts';
import { inlineContactsMax } from '#lib/contacts/import/report.ts';
import type { Services } from '#lib/runtime/services.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { unguarded } from './unguarded.ts';

/**
 * Imports rows in files that are small enough to be processed within a request, so that no worker is needed.
 * @returns the number of enrolled contacts
 */
export async function importRows(
  services: Services,
  workspaceId: string,
  campaignId: string,
  { header, rows }: { readonly header: string; readonly rows: readonly string[] },
): Promise<number> {
  const options = withDefaults({ campaignId });
  let enrolled = 0;
  for (const batch of chunksOf(rows, inlineContactsMax)) {
    const csv = Buffer.from([header, ...batch].join('\r\n'));
    const request = { csv, options, repeatKey: undefined };
    const prepared = await prepareImport(services, workspaceId, request, unguarded);
    const change = await planImport(services, workspaceId, prepared);
    await commit(services, workspaceId, change);
    enrolled += change.result.enrolled;
  }

  return enrolled;
}
