import type { BucketCleaner } from '#lib/bucket/bucket.ts';
import { eraseBulkJobsChunk } from '#lib/bulk-jobs/erase.ts';
import { erasedAddress, eraseSuppression, markErased } from '#lib/contacts/addresses/erased-address.ts';
import { formerAddressPut, readFormerAddresses } from '#lib/contacts/addresses/former-address.ts';
import { eraseFromImport, findNextImport } from '#lib/contacts/import/erase-rows.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { eraseContactChunk } from '#lib/erasures/erase-contact.ts';
import { erasureKind, type Stage, type StoredErasure, toStoredErasure } from '#lib/erasures/items.ts';
import { eraseExportsChunk } from '#lib/exports/erase.ts';
import type { JobDescription, Progress } from '#lib/jobs/description.ts';
import { recipientDigest } from '#lib/links/token.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';

/**
 * Work that was in flight may write personal data behind the first pass: an email (4 minutes), a webhook delivery, an import.
 * The delay is less than 15 minutes, the maximum delay of a queue message.
 */
const passDelayMs = 14 * 60_000;

interface ErasureServices extends Services {
  readonly signer: TokenSigner;
  readonly cleaner: BucketCleaner;
}

/** The result of one chunk of a stage. */
interface StageResult {
  /** Where the stage continues; undefined at its end. */
  readonly position: string | undefined;
  /** Whether unfinished work may still write data of the contact: see `StoredErasure`. */
  readonly hasOpenImport?: boolean;
}

const stageRunners: Readonly<
  Record<Stage, (services: ErasureServices, erasure: StoredErasure) => Promise<StageResult>>
> = {
  imports: eraseImportChunk,
  contact: async ({ table }, erasure) => ({ position: await eraseContactChunk(table, erasure) }),
  exports: async (services, { workspaceId, position }) => ({
    position: await eraseExportsChunk(services, workspaceId, position),
  }),
  bulk_jobs: eraseBulkJobs,
  addresses: eraseAddresses,
};

/** Each chunk can be repeated. The API promises that an erasure never fails. */
export const erasureJobs: JobDescription<ErasureServices> = {
  kind: erasureKind,
  nextChunk: async (services, item) => {
    const erasure = toStoredErasure(item);

    return {
      elements: [],
      apply: async (_, commit) => {
        const result = await stageRunners[erasure.stage](services, erasure);
        await commit({ writes: [] }, progressOf(erasure, result, services.now()));
      },
    };
  },
};

/** There are at least two passes, and a last pass finds no unfinished import or bulk job that may write the contact's data. */
function progressOf(erasure: StoredErasure, result: StageResult, now: number): Progress {
  const { stage, pass } = erasure;
  const hasOpenImport = erasure.hasOpenImport || result.hasOpenImport === true;
  if (result.position !== undefined) return { set: { hasOpenImport, position: result.position } };
  if (stage === 'addresses') return { end: 'done' };
  const nextStage = nextStages[stage];
  if (nextStage) return { set: { hasOpenImport, position: '', stage: nextStage } };
  // `bulk_jobs` is the last stage of a pass.
  if (pass > 1 && !hasOpenImport) return { set: { position: '', stage: 'addresses' } };

  return {
    set: { pass: pass + 1, stage: 'imports', position: '', hasOpenImport: false },
    notBefore: now + passDelayMs,
  };
}

const nextStages: Partial<Record<Stage, Stage>> = {
  imports: 'contact',
  contact: 'exports',
  exports: 'bulk_jobs',
};

async function eraseImportChunk(
  { table }: ErasureServices,
  { workspaceId, id: contactId, position, createdAt: erasedAt }: StoredErasure,
): Promise<StageResult> {
  // The deletion of the contact has made its last address a former one.
  const addresses = new Set<string>();
  for await (const address of readFormerAddresses(table, workspaceId, contactId)) addresses.add(address);
  if (position === '') {
    for (const address of addresses)
      await retryOnConflict(() => markErased(table, workspaceId, address, { erasedAt }));
  }
  const importId = await findNextImport(table, workspaceId, position);
  if (importId === undefined) return { position: undefined };

  return {
    position: importId,
    hasOpenImport: await eraseFromImport(table, workspaceId, importId, addresses),
  };
}

async function eraseBulkJobs(
  services: ErasureServices,
  { workspaceId, position, createdAt }: StoredErasure,
): Promise<StageResult> {
  const erased = await eraseBulkJobsChunk(services, workspaceId, position, createdAt);

  return { position: erased.position, hasOpenImport: erased.hasOpenJob };
}

/**
 * Replaces suppressed addresses by their digests and deletes the former addresses, in one chunk. If another contact has an
 * address in the meantime, its suppression stays readable, because that contact is not erased.
 */
async function eraseAddresses(
  { table, signer }: ErasureServices,
  { workspaceId, id: contactId, createdAt: erasedAt }: StoredErasure,
): Promise<StageResult> {
  for await (const address of readFormerAddresses(table, workspaceId, contactId)) {
    const erased = erasedAddress(await recipientDigest(signer, workspaceId, address));
    await retryOnConflict(() => markErased(table, workspaceId, address, { erasedAt, isEnd: true }));
    await retryOnConflict(() => eraseSuppression(table, workspaceId, address, erased));
    const { pk, sk } = formerAddressPut(workspaceId, contactId, address).put;
    await table.transact([{ delete: { pk, sk } }]);
  }

  return { position: undefined };
}
