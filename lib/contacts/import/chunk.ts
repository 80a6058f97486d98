import { blocklistedEvents } from '#lib/blocklist/blocklisted-events.ts';
import { commit } from '#lib/commit/commit.ts';
import { companyKeys } from '#lib/companies/link.ts';
import { addressClaimKey, toAddressClaim } from '#lib/contacts/addresses/address-items.ts';
import { type ChunkOutcome, type ChunkPlace, chunkPut, toChunkOutcome } from '#lib/contacts/import/items.ts';
import type { ImportedRow } from '#lib/contacts/import/parts.ts';
import { type Candidate, planChunk } from '#lib/contacts/import/plan.ts';
import { contactKey, toStoredContact } from '#lib/contacts/items.ts';
import { standingKeys } from '#lib/contacts/new-contact.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew, Stale } from '#lib/runtime/stale.ts';
import { type Found, lookUp } from '#lib/storage/look-up.ts';
import { type Table, TransactionRefused } from '#lib/storage/table.ts';
import { normaliseEmail, partsOf } from '#lib/values/email-address.ts';
import { newId } from '#lib/values/ids.ts';

export interface Chunk extends ChunkPlace {
  readonly rows: readonly ImportedRow[];
  readonly onDuplicate: 'skip' | 'update';
  /** Whether it runs within the request instead of a worker. */
  readonly isInline: boolean;
}

interface Known {
  readonly candidates: readonly Candidate[];
  readonly found: Found;
}

/**
 * Creates and updates the contacts of a chunk and writes its record in one transaction. Idempotent.
 * @returns the outcome of the rows, also if the chunk was already committed
 */
export async function runChunk(services: Services, workspaceId: string, chunk: Chunk): Promise<ChunkOutcome> {
  const { table, now } = services;
  const candidates = chunk.rows.map((row) => toCandidate(row, now()));

  return decideAnew(async () => {
    let known = await look(table, workspaceId, chunk, candidates);
    for (;;) {
      const plan = planChunk(workspaceId, chunk, known.candidates, known.found, now());
      const { change, outcome, own } = plan;
      const blocklisted = await blocklistedEvents(table, workspaceId, plan.created);
      try {
        await commit(services, workspaceId, {
          ...change,
          events: [...(change.events ?? []), ...blocklisted],
        });

        return outcome;
      } catch (error) {
        if (!(error instanceof TransactionRefused)) throw error;
        if (error.failed.has(0)) return toChunkOutcome(error.failed.get(0));
        known = { ...known, candidates: withLearnt(chunk, known.candidates, own, error) };
      }
    }
  });
}

/** Records the rows of a chunk as failed. @returns their outcome; the recorded one if the chunk was already committed */
export async function failChunk(
  services: Services,
  workspaceId: string,
  chunk: Chunk,
  reason: string,
  cause?: unknown,
): Promise<ChunkOutcome> {
  const errors = chunk.rows.map(({ row, contact }) => ({ row, email: contact.email, field: null, reason }));
  const outcome: ChunkOutcome = { created: [], updated: [], skipped: [], errors };
  try {
    await commit(services, workspaceId, { writes: [chunkPut(workspaceId, chunk, outcome, services.now())] });
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;

    return toChunkOutcome(error.failed.get(0));
  }
  log('error', 'import rows set aside', { workspaceId, count: errors.length }, cause);

  return outcome;
}

function toCandidate({ row, contact: input }: ImportedRow, now: number): Candidate {
  const address = normaliseEmail(input.email);
  const wish = { ...input, domain: partsOf(address).domain };

  return { id: newId('con', now), row, input, address, wish };
}

/**
 * Reads the items that the chunk's plan needs. With `skip`, address claims are not read: most addresses are new, and the
 * transaction's conditions find the others. With `update`, the existing contacts are read too.
 */
async function look(
  table: Table,
  workspaceId: string,
  { onDuplicate }: Chunk,
  candidates: readonly Candidate[],
): Promise<Known> {
  const claimKeys = candidates.map(({ address }) => addressClaimKey(workspaceId, address));
  const found = await lookUp(table, [
    ...(onDuplicate === 'update' ? claimKeys : []),
    ...candidates.flatMap(({ address, wish }) => [
      ...standingKeys(workspaceId, address),
      ...companyKeys(workspaceId, wish),
    ]),
  ]);
  if (onDuplicate === 'skip') return { candidates, found };

  const claims = claimKeys.map((key) => toAddressClaim(found(key)));
  const owners = claims.flatMap((claim) => claim?.contactId ?? []);
  const contacts = await lookUp(
    table,
    owners.map((id) => contactKey(workspaceId, id)),
  );
  const withContacts = candidates.map((candidate, at): Candidate => {
    const claim = claims[at];
    if (claim?.contactId === undefined) return { ...candidate, claim };
    const item = contacts(contactKey(workspaceId, claim.contactId));
    if (!item) throw new Stale('the contact was deleted meanwhile');

    return { ...candidate, claim, before: toStoredContact(item) };
  });

  return { candidates: withContacts, found };
}

/**
 * Adds the existing address claims that a cancelled transaction returned.
 * @param planned candidates in the order of their writes, which follow the write of the record
 * @throws StaleDecision if another condition failed, or if existing contacts must be updated: then all items are read again
 */
function withLearnt(
  { onDuplicate }: Chunk,
  candidates: readonly Candidate[],
  own: readonly Candidate[],
  { failed }: TransactionRefused,
): readonly Candidate[] {
  const refused = new Map(
    own.flatMap(({ id }, at) => (failed.has(at + 1) ? [[id, failed.get(at + 1)]] : [])),
  );
  if (refused.size === 0 || onDuplicate === 'update') throw new Stale('something changed meanwhile');

  return candidates.map((candidate) =>
    refused.has(candidate.id)
      ? { ...candidate, claim: toAddressClaim(refused.get(candidate.id)) }
      : candidate,
  );
}
