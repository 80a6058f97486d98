import * as z from 'zod/mini';
import { unpackRows, valueOfRow } from '#lib/contacts/import/file-pages.ts';
import {
  importsIndex,
  packJson,
  toPackedRows,
  toStoredImport,
  unpackJson,
} from '#lib/contacts/import/items.ts';
import { findJob } from '#lib/jobs/jobs.ts';
import { jobDataKey, pageNumberOf } from '#lib/jobs/pages.ts';
import { readItems } from '#lib/storage/read-all.ts';
import { type Item, type Table, updateIf } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** Items per read. A page has up to 400 KB, so a small number limits memory. */
const readSize = 20;

/** The first import after `position`, an import's id or empty, in the workspace's index; undefined after the last. */
export async function findNextImport(
  table: Table,
  workspaceId: string,
  position: string,
): Promise<string | undefined> {
  const { items } = await table.query({
    index: 'gsi4',
    pk: importsIndex(workspaceId),
    limit: 1,
    // The index also has the records of an import, as `<id>#<page>#<index>`. `~` sorts after `#`, so they are skipped.
    ...(position && { sk: { after: `${position}~` } }),
  });

  return items[0] && String(items[0]['gsi4sk']).split('#')[0];
}

/**
 * Removes addresses from the stored rows of an import, and all texts from the rows that its report lists: a refused row can have the
 * person as any text, such as a name. The rows of an unfinished page stay, because a repeated page must find the same rows. Idempotent.
 * @param addresses normalised
 * @returns whether an unfinished page still has one of the addresses
 */
export async function eraseFromImport(
  table: Table,
  workspaceId: string,
  importId: string,
  addresses: ReadonlySet<string>,
): Promise<boolean> {
  const ref = { workspaceId, id: importId };
  const { pk } = jobDataKey(ref, '');
  const jobItem = await findJob(table, ref);
  // Without a job, the import was not accepted or ran within its request: no page is continued.
  const { page, endedAt } = jobItem
    ? toStoredImport(jobItem)
    : { page: Number.POSITIVE_INFINITY, endedAt: undefined };
  let hasUnfinishedRows = false;
  for await (const item of readItems(table, { pk, limit: readSize })) {
    const { sk } = item;
    const isUnfinished = endedAt === undefined && (pageNumberOf(item) ?? -1) >= page;
    const set = changesOf(item, addresses);
    if (set && isUnfinished) hasUnfinishedRows = true;
    else if (set) await updateIf(table, { update: { pk, sk }, set, if: { pk: 'present' } });
  }

  return hasUnfinishedRows;
}

const Errors = z.looseObject({
  errors: z.optional(z.array(z.looseObject({ email: z.nullable(z.string()) }))),
});

/**
 * The attributes to change; undefined if no attribute changes. A page has `rows`, the import has `report`, a finished
 * page has `detail`, and a record has `errors`.
 */
function changesOf(item: Item, addresses: ReadonlySet<string>): Record<string, unknown> | undefined {
  if (item['rows'] !== undefined) {
    const rows = unpackRows(toPackedRows(item));
    const keptRows = rows.filter((row) => !addresses.has(normaliseEmail(valueOfRow(row).trim())));

    return keptRows.length < rows.length ? { rows: packJson(keptRows) } : undefined;
  }
  for (const name of ['report', 'detail']) {
    const bytes = item[name];
    const changed = bytes instanceof Uint8Array && withoutEmails(unpackJson(bytes));
    if (changed) return { [name]: packJson(changed) };
  }
  const changed = withoutEmails({ errors: item['errors'] });

  return changed && { errors: changed.errors };
}

function withoutEmails(value: unknown) {
  const { errors = [], ...rest } = Errors.parse(value);
  if (errors.every(({ email }) => email === null)) return undefined;

  return { ...rest, errors: errors.map((error) => ({ ...error, email: null })) };
}
