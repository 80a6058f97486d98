import { hash, randomUUID } from 'node:crypto';
import type { NewContact } from '#lib/contacts/contact.ts';
import { mapColumns } from '#lib/contacts/csv-columns.ts';
import { readCsv } from '#lib/contacts/csv-file.ts';
import { createChunk } from '#lib/contacts/import-chunk.ts';
import { inChunks } from '#lib/contacts/import-chunks.ts';
import { campaignOfImport, planImportEnrolment } from '#lib/contacts/import-enrolment.ts';
import { type ImportReport, reportedErrorsMax, reportedRefusalsMax } from '#lib/contacts/import-report.ts';
import { readImportRows } from '#lib/contacts/import-rows.ts';
import { invalidField } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import { idFromHash } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';

const chunksAtOnce = 4;

export interface ImportRequest {
  readonly bytes: Uint8Array;
  readonly tags: readonly string[];
  readonly campaignId: string | undefined;
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
  { bytes, tags, campaignId, repeatKey }: ImportRequest,
): Promise<Change<ImportReport>> {
  const file = readCsv(bytes);
  if (file.kind === 'unreadable') throw invalidField('body', 'csv', file.message);
  const mapping = mapColumns(file.header);
  if (mapping.kind === 'unmappable') throw invalidField('body', 'csv', mapping.message);
  const { total, contacts, duplicatesInFile, errors } = readImportRows(file.rows, mapping.columns, tags);
  const campaign = await campaignOfImport(services.table, workspaceId, campaignId);

  const identity =
    repeatKey === undefined ? randomUUID() : `${repeatKey} ${hash('sha256', bytes, 'base64url')}`;
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
      warnings: [...file.warnings, ...mapping.warnings],
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
