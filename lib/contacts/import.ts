import { hash, randomUUID } from 'node:crypto';
import type { NewContact } from '#lib/contacts/contact.ts';
import { createChunk } from '#lib/contacts/import-chunk.ts';
import { inChunks } from '#lib/contacts/import-chunks.ts';
import { campaignOfImport, planImportEnrolment } from '#lib/contacts/import-enrolment.ts';
import type { ImportOptions } from '#lib/contacts/import-options.ts';
import { type ImportReport, reportedErrorsMax, reportedRefusalsMax } from '#lib/contacts/import-report.ts';
import { openImport, readImportRows } from '#lib/contacts/import-rows.ts';
import type { Change } from '#lib/runtime/change.ts';
import { idFromHash } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';

const chunksAtOnce = 4;

export interface ImportRequest {
  readonly csv: Uint8Array;
  readonly options: ImportOptions;
  /** The same for every repeat of this very request; undefined when it cannot be repeated. */
  readonly repeatKey: string | undefined;
}

/**
 * Creates the contacts of a file, chunk by chunk: more than one transaction holds. Each chunk's contacts are committed
 * together with its record, so a repeat of the request after a crash continues where it stopped and reports the same.
 * @throws Problem 422 for a file that cannot be read or a campaign that is not there; then nothing is written.
 */
export async function importContacts(
  services: Services,
  workspaceId: string,
  { csv, options, repeatKey }: ImportRequest,
): Promise<Change<ImportReport>> {
  const table = openImport(csv, options);
  const { total, contacts, duplicatesInFile, errors } = readImportRows(table);
  const campaign = await campaignOfImport(services.table, workspaceId, options.campaignId);

  const identity =
    repeatKey === undefined ? randomUUID() : `${repeatKey} ${hash('sha256', csv, 'base64url')}`;
  const importId = idFromHash('imp', hash('sha256', identity, 'buffer'));
  const created = await createChunks(services, workspaceId, importId, contacts);

  const enrolment = await planImportEnrolment(services, workspaceId, campaign, contacts, created);
  const { enrolled, notEnrolled } = enrolment.result;

  return {
    ...enrolment,
    result: {
      importId,
      status: 'completed',
      total,
      created: created.length,
      skipped: contacts.length - created.length,
      duplicatesInFile,
      failed: errors.length,
      enrolled,
      notEnrolled: notEnrolled.slice(0, reportedRefusalsMax),
      notEnrolledTruncated: notEnrolled.length > reportedRefusalsMax,
      errors: errors.slice(0, reportedErrorsMax),
      errorsTruncated: errors.length > reportedErrorsMax,
      warnings: [...table.warnings],
    },
  };
}

/** @returns the contacts that were created: the others' addresses belong to contacts already */
async function createChunks(
  services: Services,
  workspaceId: string,
  importId: string,
  contacts: readonly NewContact[],
): Promise<readonly string[]> {
  const chunks = inChunks(contacts).entries();
  const created: string[] = [];
  // Each lane takes the next chunk as soon as it has finished one.
  const lane = async () => {
    for (const [position, members] of chunks) {
      created.push(...(await createChunk(services, workspaceId, { importId, position, members })));
    }
  };
  await Promise.all(Array.from({ length: chunksAtOnce }, lane));

  return created;
}
