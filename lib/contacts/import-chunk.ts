import { type CompanyWish, companyKeys, linkCompanies } from '#lib/companies/link.ts';
import { toAddressClaim } from '#lib/contacts/address-items.ts';
import { companyTallies } from '#lib/contacts/company-count.ts';
import type { AddressClaim, NewContact } from '#lib/contacts/contact.ts';
import { normaliseEmail, partsOf } from '#lib/contacts/email-address.ts';
import { importChunkKey, toCreatedIds } from '#lib/contacts/items.ts';
import {
  contactCreated,
  newContact,
  newContactWrites,
  standingKeys,
  standingOf,
  suppressionCounts,
} from '#lib/contacts/new-contact.ts';
import { statusTallies } from '#lib/contacts/status-count.ts';
import type { Change } from '#lib/runtime/change.ts';
import { commit } from '#lib/runtime/commit.ts';
import { newId } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Found, lookUp } from '#lib/storage/look-up.ts';
import { TransactionRefused, type Write } from '#lib/storage/table.ts';

/** A chunk's record outlives the idempotency record of its import, within which a repeat resumes. */
const recordRetentionMs = 48 * 3_600_000;

/** A row on its way to be a contact. */
interface Candidate {
  readonly id: string;
  readonly input: NewContact;
  readonly address: string;
  readonly wish: CompanyWish;
  /** What a refused transaction told of the address: nobody's, but suppressed. */
  readonly claim?: AddressClaim | undefined;
}

export interface Chunk {
  readonly importId: string;
  readonly position: number;
  readonly members: readonly NewContact[];
}

/**
 * Creates the contacts of a chunk and its record in one transaction; who exists already is left out.
 * @returns who was created, now or when the chunk was committed before
 */
export async function createChunk(
  services: Services,
  workspaceId: string,
  chunk: Chunk,
): Promise<readonly string[]> {
  const { table, now } = services;
  let candidates: readonly Candidate[] = chunk.members.map((input) => toCandidate(input, now()));
  let found = await lookUp(table, keysOf(workspaceId, candidates));

  for (;;) {
    const change = planChunk(workspaceId, chunk, candidates, found, now());
    try {
      await commit(services, workspaceId, change);

      return candidates.map(({ id }) => id);
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      if (error.failed.has(0)) return toCreatedIds(error.failed.get(0));
      const left = withoutTaken(candidates, error);
      // It was no address that failed: a name or an entry changed since it was looked up.
      if (left === candidates) found = await lookUp(table, keysOf(workspaceId, candidates));
      candidates = left;
    }
  }
}

function toCandidate(input: NewContact, now: number): Candidate {
  const address = normaliseEmail(input.email);

  return { id: newId('con', now), input, address, wish: { ...input, domain: partsOf(address).domain } };
}

function keysOf(workspaceId: string, candidates: readonly Candidate[]) {
  return candidates.flatMap(({ address, wish }) => [
    ...standingKeys(workspaceId, address),
    ...companyKeys(workspaceId, wish),
  ]);
}

/** The record comes first, then the addresses in the order of the candidates. */
function planChunk(
  workspaceId: string,
  { importId, position }: Chunk,
  candidates: readonly Candidate[],
  found: Found,
  now: number,
): Omit<Change<never>, 'result'> {
  const wishes = candidates.map(({ wish }) => wish);
  const companies = linkCompanies(workspaceId, wishes, found, now);
  const contacts = candidates.map(({ id, input, address, claim }, at) =>
    newContact(input, {
      id,
      companyId: companies.companyIds[at] ?? null,
      source: 'import',
      standing: standingOf(workspaceId, address, claim, found),
      now,
    }),
  );
  const writes = contacts.map((contact, at) => newContactWrites(workspaceId, contact, candidates[at]?.claim));
  const record: Write = {
    put: {
      ...importChunkKey(workspaceId, importId, position),
      created: contacts.map(({ id }) => id),
      expiresAtEpochSeconds: Math.ceil((now + recordRetentionMs) / 1000),
    },
    if: { pk: 'absent' },
  };

  return {
    writes: [
      record,
      ...writes.map(([address]) => address),
      ...writes.flatMap(([, ...others]) => others),
      ...companies.writes,
      ...suppressionCounts(workspaceId, contacts),
    ].map(withoutMeaning),
    events: contacts.map(contactCreated),
    tallies: contacts.flatMap(({ companyId, status }) => [
      ...companyTallies(null, companyId),
      ...statusTallies(workspaceId, undefined, status),
    ]),
  };
}

/** So that a refusal tells of all addresses that are taken, not of the first. */
function withoutMeaning({ otherwise: _, ...write }: Write): Write {
  return write;
}

/** The same list when no address was refused. */
function withoutTaken(
  candidates: readonly Candidate[],
  { failed }: TransactionRefused,
): readonly Candidate[] {
  const addresses = candidates.map((_, at) => at).filter((at) => failed.has(at + 1));
  if (addresses.length === 0) return candidates;

  return candidates.flatMap((candidate, at) => {
    if (!failed.has(at + 1)) return [candidate];
    const claim = toAddressClaim(failed.get(at + 1));

    return claim?.contactId === undefined ? [{ ...candidate, claim }] : [];
  });
}
