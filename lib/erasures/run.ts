import type { BucketCleaner } from '#lib/bucket/bucket.ts';
import { eraseBulkJobsChunk } from '#lib/bulk-jobs/erase.ts';
import { erasedAddress, erasedMarkPut, moveSuppression } from '#lib/contacts/addresses/erased-address.ts';
import { formerAddressPut, readFormerAddresses } from '#lib/contacts/addresses/former-address.ts';
import { eraseFromImport, findNextImport } from '#lib/contacts/import/erase-rows.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { eraseContactChunk } from '#lib/erasures/erase-contact.ts';
import {
  erasureKey,
  progressUpdate,
  type Stage,
  type StoredErasure,
  toStoredErasure,
} from '#lib/erasures/items.ts';
import { eraseExportsChunk } from '#lib/exports/erase.ts';
import { recipientDigest } from '#lib/links/token.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { updateIf } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { ErasureMessage } from '#lib/values/queues.ts';

/** Maximum chunks per queue message. The erasure then sends another message, so that it does not exceed the timeout. */
const chunksMax = 40;

/**
 * Work that was in flight may write personal data behind the first pass: an email (4 minutes), a webhook delivery, an import.
 * The delay is less than 15 minutes, the maximum delay of a queue message.
 */
const passDelayMs = 14 * 60_000;

interface ErasureServices extends Services {
  readonly signer: TokenSigner;
  readonly erasures: Queue<ErasureMessage>;
  readonly cleaner: BucketCleaner;
}

/** The result of one chunk of a stage. */
interface Chunk {
  /** Where the stage continues; undefined at its end. */
  readonly position: string | undefined;
  /** Whether unfinished work may still write data of the contact: see `StoredErasure`. */
  readonly hasOpenImport?: boolean;
}

const stageRunners: Readonly<
  Record<Stage, (services: ErasureServices, erasure: StoredErasure) => Promise<Chunk>>
> = {
  imports: eraseImportChunk,
  contact: async ({ table }, erasure) => ({ position: await eraseContactChunk(table, erasure) }),
  exports: async (services, { workspaceId, position }) => ({
    position: await eraseExportsChunk(services, workspaceId, position),
  }),
  bulk_jobs: eraseBulkJobs,
  addresses: eraseAddresses,
};

/**
 * Runs the next chunks of an erasure. Each chunk can be repeated, and its progress is recorded after it, so a crash or a
 * repeated message only repeats a chunk.
 */
export async function runErasure(services: ErasureServices, message: ErasureMessage): Promise<void> {
  const { table, now, erasures } = services;
  const { workspaceId, contactId } = message;
  const item = await table.get(erasureKey(workspaceId, contactId), { consistent: true });
  if (!item) return;
  let erasure = toStoredErasure(item);
  // The message arrived before the next pass may begin. The delayed message or the sweeper resumes the erasure.
  if (erasure.notBefore > now()) return;

  for (let chunks = 0; chunks < chunksMax; chunks++) {
    if (erasure.status === 'completed') return;
    const next = nextState(erasure, await stageRunners[erasure.stage](services, erasure), now());
    if (!(await updateIf(table, progressUpdate(erasure, next, now())))) return;
    if (next.pass !== erasure.pass) {
      // One second more, because queue delays are not exact.
      return erasures.send([{ message, delaySeconds: passDelayMs / 1000 + 1 }]);
    }
    erasure = next;
  }
  await erasures.send([{ message }]);
}

/** There are at least two passes, and a last pass finds no unfinished import or bulk job that may write the contact's data. */
function nextState(erasure: StoredErasure, chunk: Chunk, now: number): StoredErasure {
  const hasOpenImport = erasure.hasOpenImport || chunk.hasOpenImport === true;
  if (chunk.position !== undefined) return { ...erasure, hasOpenImport, position: chunk.position };
  const nextStage = { ...erasure, hasOpenImport, position: '' };
  if (erasure.stage === 'imports') return { ...nextStage, stage: 'contact' };
  if (erasure.stage === 'contact') return { ...nextStage, stage: 'exports' };
  if (erasure.stage === 'exports') return { ...nextStage, stage: 'bulk_jobs' };
  if (erasure.stage === 'addresses')
    return { ...nextStage, status: 'completed', completedAt: timestamp(now) };
  // `bulk_jobs` is the last stage of a pass.
  if (erasure.pass > 1 && !hasOpenImport) return { ...nextStage, stage: 'addresses' };

  return {
    ...nextStage,
    pass: erasure.pass + 1,
    stage: 'imports',
    hasOpenImport: false,
    notBefore: now + passDelayMs,
  };
}

async function eraseImportChunk(
  { table }: ErasureServices,
  { workspaceId, contactId, position }: StoredErasure,
): Promise<Chunk> {
  const importId = await findNextImport(table, workspaceId, position);
  if (importId === undefined) return { position: undefined };
  // The deletion of the contact has made its last address a former one.
  const addresses = new Set<string>();
  for await (const address of readFormerAddresses(table, workspaceId, contactId)) addresses.add(address);

  return {
    position: importId,
    hasOpenImport: await eraseFromImport(table, workspaceId, importId, addresses),
  };
}

async function eraseBulkJobs(
  services: ErasureServices,
  { workspaceId, position, requestedAt }: StoredErasure,
): Promise<Chunk> {
  const erased = await eraseBulkJobsChunk(services, workspaceId, position, requestedAt);

  return { position: erased.position, hasOpenImport: erased.hasOpenJob };
}

/**
 * Replaces suppressed addresses by their digests and deletes the former addresses, in one chunk. If another contact has an
 * address in the meantime, its suppression stays readable, because that contact is not erased.
 */
async function eraseAddresses(
  { table, signer }: ErasureServices,
  { workspaceId, contactId }: StoredErasure,
): Promise<Chunk> {
  for await (const address of readFormerAddresses(table, workspaceId, contactId)) {
    const erased = erasedAddress(await recipientDigest(signer, workspaceId, address));
    await retryOnConflict(() =>
      moveSuppression(table, workspaceId, address, erased, {
        also: [erasedMarkPut(workspaceId)],
        unlessOwned: true,
      }),
    );
    const { pk, sk } = formerAddressPut(workspaceId, contactId, address).put;
    await table.transact([{ delete: { pk, sk } }]);
  }

  return { position: undefined };
}
