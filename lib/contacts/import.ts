import { hash, randomUUID } from 'node:crypto';
import type { Contact, NewContact } from '#lib/contacts/contact.ts';
import { contactCreated, emailClaim, newContact } from '#lib/contacts/contacts.ts';
import { mapColumns } from '#lib/contacts/csv-columns.ts';
import { readCsv } from '#lib/contacts/csv-file.ts';
import { type ImportReport, reportedErrorsMax } from '#lib/contacts/import-report.ts';
import { readImportRows } from '#lib/contacts/import-rows.ts';
import { contactPut, importChunkKey } from '#lib/contacts/items.ts';
import { invalidField } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import { chunksOf } from '#lib/runtime/chunks.ts';
import { commit } from '#lib/runtime/commit.ts';
import { idFromHash, newId } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import { TransactionRefused, type Write } from '#lib/storage/table.ts';

/** Three writes a contact, the chunk's record and the outbox: below 100 in one transaction. */
const chunkSize = 32;
const chunksAtOnce = 4;

/** A chunk's record outlives the idempotency record of its import, within which a repeat resumes. */
const recordRetentionMs = 48 * 3_600_000;

export interface ImportRequest {
  readonly bytes: Uint8Array;
  readonly tags: readonly string[];
  /** The same for every repeat of this very request; undefined when it cannot be repeated. */
  readonly repeatKey: string | undefined;
}

/**
 * Creates the contacts of a file, chunk by chunk: more than one transaction holds. Each chunk's contacts are committed
 * together with its record, so a repeat of the request after a crash continues where it stopped and reports the same.
 * @throws Problem 422 for a file that cannot be read; then nothing is written.
 */
export async function importContacts(
  services: Services,
  workspaceId: string,
  { bytes, tags, repeatKey }: ImportRequest,
): Promise<Change<ImportReport>> {
  const file = readCsv(bytes);
  if (file.kind === 'unreadable') throw invalidField('body', 'csv', file.message);
  const mapping = mapColumns(file.header);
  if (mapping.kind === 'unmappable') throw invalidField('body', 'csv', mapping.message);
  const { total, contacts, duplicatesInFile, errors } = readImportRows(file.rows, mapping.columns, tags);

  const identity =
    repeatKey === undefined ? randomUUID() : `${repeatKey} ${hash('sha256', bytes, 'base64url')}`;
  const importId = idFromHash('imp', hash('sha256', identity, 'buffer'));
  const created = await createChunks(services, workspaceId, importId, contacts);

  return {
    writes: [],
    result: {
      importId,
      status: 'completed',
      total,
      created,
      skipped: contacts.length - created,
      duplicatesInFile,
      failed: errors.length,
      errors: errors.slice(0, reportedErrorsMax),
      errorsTruncated: errors.length > reportedErrorsMax,
      warnings: [...file.warnings, ...mapping.warnings],
    },
  };
}

/** @returns how many contacts were created: the others' addresses belong to contacts already */
async function createChunks(
  services: Services,
  workspaceId: string,
  importId: string,
  contacts: readonly NewContact[],
): Promise<number> {
  const chunks = chunksOf(contacts, chunkSize).entries();
  let created = 0;
  // Each lane takes the next chunk as soon as it has finished one.
  const lane = async () => {
    for (const [chunk, members] of chunks) {
      // Not `created += await …`: that adds to what `created` was before the other lanes went on.
      const count = await createChunk(services, workspaceId, importId, chunk, members);
      created += count;
    }
  };
  await Promise.all(Array.from({ length: chunksAtOnce }, lane));

  return created;
}

async function createChunk(
  services: Services,
  workspaceId: string,
  importId: string,
  chunk: number,
  members: readonly NewContact[],
): Promise<number> {
  const now = services.now();
  const key = importChunkKey(workspaceId, importId, chunk);

  for (let wanted = members.map((member) => newContact(newId('con', now), member, 'import', now)); ; ) {
    const record: Write = {
      put: {
        ...key,
        created: wanted.length,
        expiresAtEpochSeconds: Math.ceil((now + recordRetentionMs) / 1000),
      },
      if: { pk: 'absent' },
    };
    try {
      await commit(services, workspaceId, {
        writes: [record, ...wanted.flatMap((contact) => contactWrites(workspaceId, contact))],
        events: wanted.map(contactCreated),
      });

      return wanted.length;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.failed.has(0)) return Number(error.failed.get(0)?.['created']);
      // A taken address is left out, and the others are tried again.
      const taken = new Set([...error.failed.keys()].map((position) => Math.floor((position - 1) / 2)));
      wanted = wanted.filter((_, position) => !taken.has(position));
    }
  }
}

function contactWrites(workspaceId: string, contact: Contact): Write[] {
  const { otherwise: _, ...claim } = emailClaim(workspaceId, contact);

  return [contactPut(workspaceId, contact), claim];
}
