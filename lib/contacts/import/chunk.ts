import { blocklistedEvents } from '#lib/blocklist/coverage.ts';
import { commit } from '#lib/commit/commit.ts';
import { companyReferenceKeys } from '#lib/companies/link.ts';
import { addressClaimKey, toAddressClaim } from '#lib/contacts/addresses/address-claim.ts';
import { contactExternalIdKey } from '#lib/contacts/external-ids/claim.ts';
import { valueOfRow } from '#lib/contacts/import/file-pages.ts';
import {
  type ChunkOutcome,
  type ChunkRef,
  importRecordPut,
  toChunkOutcome,
} from '#lib/contacts/import/items.ts';
import { type Candidate, planChunk } from '#lib/contacts/import/plan.ts';
import type { ContactRow, ValidRow } from '#lib/contacts/import/rows.ts';
import { suppressionKeys } from '#lib/contacts/new-contact.ts';
import { lookUpContacts } from '#lib/contacts/stored.ts';
import { log } from '#lib/runtime/log.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type ItemLookup, lookUpItems, type Table, TransactionRefused } from '#lib/storage/table.ts';
import { normaliseEmail, splitAddress } from '#lib/values/email-address.ts';
import { newId } from '#lib/values/ids.ts';

export interface RowChunk<Row = ValidRow> extends ChunkRef {
  readonly rows: readonly Row[];
  readonly onDuplicate: 'skip' | 'update';
  /** Timestamp. Contacts that were erased since are not created again. */
  readonly acceptedAt: string;
}

interface ChunkState {
  readonly candidates: readonly Candidate[];
  readonly lookUp: ItemLookup;
}

/**
 * Creates and updates the contacts of a chunk and writes its record in one transaction. Idempotent. Run it again after a StaleDecision.
 * @returns the outcome of the rows, also if the chunk was already committed
 */
export async function runImportChunk(
  services: Services,
  workspaceId: string,
  chunk: RowChunk<ContactRow>,
): Promise<ChunkOutcome> {
  const { table, now } = services;
  const candidates = chunk.rows.map((row) => toCandidate(row, now()));
  let state = await readChunkState(table, workspaceId, chunk, candidates);
  // Each repetition plans with the address claims that the previous cancelled transaction returned.
  for (;;) {
    const plan = planChunk(workspaceId, chunk, state.candidates, state.lookUp, now());
    const { change, outcome, planned } = plan;
    const blocklisted = await blocklistedEvents(table, workspaceId, plan.created);
    try {
      await commit(services, workspaceId, {
        ...change,
        events: [...(change.events ?? []), ...blocklisted],
      });

      return outcome;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      // The first write is the chunk's record. It fails if the chunk was already committed.
      if (error.failed.has(0)) return toChunkOutcome(error.failed.get(0));
      state = { ...state, candidates: addReturnedClaims(chunk, state.candidates, planned, error) };
    }
  }
}

/** Records the only row of a chunk as failed. @returns its outcome; the recorded one if the chunk was already committed */
export async function failRow(
  services: Services,
  workspaceId: string,
  chunk: RowChunk,
  reason: string,
  cause: unknown,
): Promise<ChunkOutcome> {
  const errors = chunk.rows.map((row) => ({ row: row.row, email: valueOfRow(row), field: null, reason }));
  const outcome: ChunkOutcome = { count: errors.length, created: [], updated: [], skipped: [], errors };
  try {
    await commit(services, workspaceId, {
      writes: [importRecordPut(workspaceId, chunk, outcome, services.now())],
    });
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;

    // The record is the only write: another worker has already committed this chunk.
    return toChunkOutcome(error.failed.get(0));
  }
  log('error', 'job items set aside', { workspaceId, count: errors.length }, cause);

  return outcome;
}

function toCandidate({ row, contact: input }: ContactRow, now: number): Candidate {
  const address = normaliseEmail(input.email);
  const companyReference = { ...input, domain: splitAddress(address).domain };

  return { id: newId('con', now), row, input, address, companyReference };
}

/**
 * Reads the items that the chunk's plan needs. With `skip`, address claims are not read: most addresses are new, and the
 * transaction's conditions find the others. They are read for rows with an external id, which an existing contact may have. With
 * `update`, the existing contacts are read too.
 */
async function readChunkState(
  table: Table,
  workspaceId: string,
  { onDuplicate }: Pick<RowChunk, 'onDuplicate'>,
  candidates: readonly Candidate[],
): Promise<ChunkState> {
  const keyOf = ({ address }: Candidate) => addressClaimKey(workspaceId, address);
  const lookUp = await lookUpItems(
    table,
    candidates.flatMap((candidate) => {
      const { address, companyReference, input } = candidate;
      const { externalId } = input;

      return [
        ...(onDuplicate === 'update' || externalId !== null ? [keyOf(candidate)] : []),
        ...suppressionKeys(workspaceId, address),
        ...companyReferenceKeys(workspaceId, companyReference),
        ...(externalId === null ? [] : [contactExternalIdKey(workspaceId, externalId)]),
      ];
    }),
  );
  const claims = candidates.map((candidate) => toAddressClaim(lookUp(keyOf(candidate))));
  if (onDuplicate === 'skip')
    return {
      candidates: candidates.map((candidate, index) => ({ ...candidate, claim: claims[index] })),
      lookUp,
    };

  const owners = claims.flatMap((claim) => claim?.contactId ?? []);
  const findContact = await lookUpContacts(table, workspaceId, owners);
  const withContacts = candidates.map((candidate, index): Candidate => {
    const claim = claims[index];
    if (claim?.contactId === undefined) return { ...candidate, claim };
    const before = findContact(claim.contactId);
    if (!before) throw new StaleDecision('the contact was deleted concurrently');

    return { ...candidate, claim, before };
  });

  return { candidates: withContacts, lookUp };
}

/**
 * Adds the existing address claims that a cancelled transaction returned.
 * @param planned the first write of each candidate is at its index + 1, after the chunk's record
 * @throws StaleDecision if another condition failed, or if existing contacts must be updated: then all items are read again
 */
function addReturnedClaims(
  { onDuplicate }: Pick<RowChunk, 'onDuplicate'>,
  candidates: readonly Candidate[],
  planned: readonly Candidate[],
  { failed }: TransactionRefused,
): readonly Candidate[] {
  const refused = new Map(
    planned.flatMap(({ id }, index) => (failed.has(index + 1) ? [[id, failed.get(index + 1)]] : [])),
  );
  if (refused.size === 0 || onDuplicate === 'update')
    throw new StaleDecision('a contact or an address was changed concurrently');

  return candidates.map((candidate) =>
    refused.has(candidate.id)
      ? { ...candidate, claim: toAddressClaim(refused.get(candidate.id)) }
      : candidate,
  );
}
