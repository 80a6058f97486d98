import type { Vault } from '#lib/crypto/vault.ts';
import type { StoredExport } from '#lib/exports/items.ts';
import { readExportPage } from '#lib/exports/pages.ts';
import { type ExportSums, renewLease } from '#lib/exports/progress.ts';
import { rowWriter } from '#lib/exports/rows.ts';
import type { Services } from '#lib/runtime/services.ts';

/** How often a worker records its progress and renews its lease. Milliseconds. */
const renewalMs = 10_000;

/** The export was deleted or ended, or another worker writes it. */
export class ExportLeaseLost extends Error {
  override readonly name = 'ExportLeaseLost';
}

/** The list continues after the time of the worker. */
export class ListTooLong extends Error {
  override readonly name = 'ListTooLong';
}

/**
 * The content of an export's file, page by page.
 * @param sums is updated with each page
 * @param isLate whether the time of the worker is over
 * @throws ExportLeaseLost, ListTooLong
 */
export async function* contentOf(
  services: Services & { readonly vault: Vault },
  attempt: StoredExport,
  sums: ExportSums,
  isLate: () => boolean,
): AsyncGenerator<Uint8Array> {
  const writer = rowWriter(attempt);
  let renewedAt = services.now();
  let text = writer.header;
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await readExportPage(services, attempt, cursor);
    const content = Buffer.from(text + data.map(writer.write).join(''));
    sums.rows += data.length;
    sums.bytes += content.length;
    yield content;
    if (services.now() - renewedAt >= renewalMs) {
      renewedAt = services.now();
      if (!(await renewLease(services, attempt, sums))) throw new ExportLeaseLost();
    }
    text = '';
    cursor = nextCursor ?? undefined;
    if (cursor !== undefined && isLate()) throw new ListTooLong();
  } while (cursor !== undefined);
}
