import type { ErasedAddressServices } from '#lib/contacts/addresses/erased-address.ts';
import { planImportEnrolment } from '#lib/contacts/import/enrolment.ts';
import { unpackRows } from '#lib/contacts/import/file-pages.ts';
import {
  type ChunkOutcome,
  detailKey,
  importKind,
  packJson,
  type StoredImport,
  toPackedRows,
  toStoredImport,
} from '#lib/contacts/import/items.ts';
import { runPage } from '#lib/contacts/import/run-page.ts';
import type { CommitChunk, JobDescription } from '#lib/jobs/description.ts';
import { readPage, readRecords } from '#lib/jobs/pages.ts';
import type { Services } from '#lib/runtime/services.ts';
import { reportExpiry } from '#lib/storage/item.ts';

/** Imports the rows of a large file, page by page. */
export const importJobs: JobDescription<ErasedAddressServices> = {
  kind: importKind,
  nextChunk: async (services, item) => {
    const job = toStoredImport(item);

    return { elements: [], apply: async (_, commit) => importPage(services, job, commit) };
  },
  failureOf: () => ({
    code: 'import_unfinished',
    message: 'the import failed three times; its remaining rows were not imported: import them again',
  }),
};

/** Imports the rows of the next page. Their records make a repetition take up where a crash has ended it. */
async function importPage(
  services: ErasedAddressServices,
  job: StoredImport,
  commit: CommitChunk,
): Promise<void> {
  const { workspaceId, id: importId, page, onDuplicate, createdAt: acceptedAt } = job;
  const [item, records] = await Promise.all([
    readPage(services.table, job, page),
    readRecords(services.table, job, page),
  ]);
  if (!item) throw new Error('a page of the import is missing');
  const rows = unpackRows(toPackedRows(item));
  const outcome = await runPage(services, workspaceId, {
    importId,
    page,
    rows,
    onDuplicate,
    acceptedAt,
    isInline: false,
    records,
  });
  await commitPage(services, job, outcome, commit);
}

/** Commits the sums of a page and the enrolment of its contacts. */
async function commitPage(
  services: Services,
  job: StoredImport,
  outcome: ChunkOutcome,
  commit: CommitChunk,
): Promise<void> {
  const { created, updated, skipped, errors } = outcome;
  const enrolment = await planImportEnrolment(services, job.workspaceId, job.campaignId, outcome);
  const { enrolled, notEnrolled } = enrolment.result;
  const hasDetail = errors.length + notEnrolled.length > 0;
  const detail = packJson({ errors, notEnrolled });
  const detailPut = { put: { ...detailKey(job, job.page), detail, ...reportExpiry(services.now()) } };
  const nextPage = job.page + 1;
  await commit(
    { ...enrolment, writes: [...(hasDetail ? [detailPut] : []), ...enrolment.writes] },
    {
      set: { page: nextPage },
      add: {
        created: created.length,
        updated: updated.length,
        skipped: skipped.length,
        failed: errors.length,
        enrolled,
        notEnrolled: notEnrolled.length,
      },
      ...(nextPage === job.pages && { end: 'done' as const }),
    },
  );
}
