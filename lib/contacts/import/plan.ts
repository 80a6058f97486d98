import type { Change, CounterIncrement, NewEvent } from '#lib/commit/change.ts';
import { type CompanyReference, linkCompanies } from '#lib/companies/link.ts';
import type { AddressClaim, NewContact, StoredContact } from '#lib/contacts/contact.ts';
import { companyCounterIncrements, contactStatusIncrements } from '#lib/contacts/counters.ts';
import { externalIdWrites } from '#lib/contacts/external-ids/claim.ts';
import { type ChunkOutcome, type ChunkRef, importRecordPut } from '#lib/contacts/import/items.ts';
import type { RowError } from '#lib/contacts/import/report.ts';
import { findExternalIdFault, findLimitFault, importedChanges } from '#lib/contacts/import/update.ts';
import { contactUpdate, tagKey } from '#lib/contacts/items.ts';
import {
  contactCreatedEvent,
  newContact,
  newContactWrites,
  suppressionCountWrites,
  suppressionStateOf,
} from '#lib/contacts/new-contact.ts';
import { contactUpdatedEvents } from '#lib/contacts/updated-event.ts';
import type { ItemLookup, Write } from '#lib/storage/table.ts';

/** A row that creates, updates or skips a contact. */
export interface Candidate {
  /** Id of the contact if it is created. */
  readonly id: string;
  readonly row: number;
  readonly input: NewContact;
  readonly address: string;
  readonly companyReference: CompanyReference;
  /** Undefined if it was not read or does not exist. */
  readonly claim?: AddressClaim | undefined;
  /** The existing contact with this address, if it is updated. */
  readonly before?: StoredContact | undefined;
}

export interface ChunkPlan {
  /** The first write is the record; then follows one write for each candidate of `planned`. */
  readonly change: Omit<Change<never>, 'result'>;
  readonly outcome: ChunkOutcome;
  /** The contacts that the change creates. */
  readonly created: readonly StoredContact[];
  readonly planned: readonly Candidate[];
}

/** The planned result of one row. */
interface RowPlan {
  readonly candidate: Candidate;
  /** The contact if it is created; undefined if it is updated. */
  readonly created?: StoredContact;
  /** The first write has the condition that fails if the address or the contact has changed. */
  readonly writes: readonly Write[];
  readonly events: readonly NewEvent[];
  readonly increments: readonly CounterIncrement[];
}

const erasedFault = {
  email: null,
  field: null,
  reason: 'the contact was erased after the import was accepted',
};

/**
 * Plans the transaction of a chunk. A candidate without an owner of its address becomes a new contact. With `before` the
 * existing contact is updated; with only a claim it is skipped.
 */
export function planChunk(
  workspaceId: string,
  { acceptedAt, ...chunkRef }: ChunkRef & { readonly acceptedAt: string },
  candidates: readonly Candidate[],
  lookUp: ItemLookup,
  now: number,
): ChunkPlan {
  const plannedIds = new Set<string>();
  const faults = candidates.flatMap((candidate): RowError[] => {
    const { row, input, claim, before } = candidate;
    if ((claim?.erasedAt ?? '') >= acceptedAt) return [{ row, ...erasedFault }];
    const fault =
      (before && findLimitFault(importedChanges(before, input))) ??
      findExternalIdFault(workspaceId, candidate, lookUp, plannedIds);

    return fault ? [{ row, email: input.email, ...fault }] : [];
  });
  const faultyRows = new Set(faults.map(({ row }) => row));
  const validCandidates = candidates.filter(({ row }) => !faultyRows.has(row));
  const companies = resolveCompanies(workspaceId, validCandidates, lookUp, now);
  const plans = validCandidates.flatMap((candidate): RowPlan | readonly [] => {
    const companyId = companies.idFor(candidate);
    const { claim, before } = candidate;
    if (claim?.contactId === undefined)
      return planNewContact(workspaceId, candidate, companyId ?? null, lookUp, now);
    if (!before) return [];

    return planContactChange(workspaceId, candidate, before, companyId ?? before.companyId, now) ?? [];
  });
  const created = plans.flatMap((plan) => plan.created ?? []);
  const planned = new Set(plans.map(({ candidate }) => candidate));
  const outcome: ChunkOutcome = {
    count: candidates.length,
    created: created.map(({ id }) => id),
    updated: plans.flatMap((plan) => (plan.created ? [] : (plan.candidate.before?.id ?? []))),
    skipped: validCandidates.flatMap((each) => (planned.has(each) ? [] : (each.claim?.contactId ?? []))),
    errors: faults,
  };

  return {
    change: {
      writes: [
        importRecordPut(workspaceId, chunkRef, outcome, now),
        ...plans.flatMap(({ writes }) => writes.slice(0, 1)),
        ...plans.flatMap(({ writes }) => writes.slice(1)),
        ...companies.writes,
        ...suppressionCountWrites(workspaceId, created),
      ].map(withoutErrorMapping),
      events: plans.flatMap(({ events }) => events),
      increments: plans.flatMap(({ increments }) => increments),
    },
    outcome,
    created,
    planned: plans.map(({ candidate }) => candidate),
  };
}

/** A new contact gets the named company, or the company of its domain. An existing contact changes only to a named company. */
function resolveCompanies(
  workspaceId: string,
  candidates: readonly Candidate[],
  lookUp: ItemLookup,
  now: number,
) {
  const unresolved = candidates.filter(
    ({ claim, before, companyReference }) =>
      claim?.contactId === undefined || (before && companyReference.companyName !== undefined),
  );
  const references = unresolved.map(({ companyReference }) => companyReference);
  const { companyIds, writes } = linkCompanies(workspaceId, references, lookUp, now);
  const resolved = new Map(unresolved.map(({ id }, index) => [id, companyIds[index] ?? null]));

  return { writes, idFor: ({ id }: Candidate) => resolved.get(id) };
}

function planNewContact(
  workspaceId: string,
  candidate: Candidate,
  companyId: string | null,
  lookUp: ItemLookup,
  now: number,
): RowPlan {
  const { id, input, address, claim } = candidate;
  const suppression = suppressionStateOf(workspaceId, address, claim, lookUp);
  const contact = newContact(input, { id, companyId, source: 'import', suppression, now });

  return {
    candidate,
    created: contact,
    writes: newContactWrites(workspaceId, contact, claim),
    events: [contactCreatedEvent(contact)],
    increments: [
      ...companyCounterIncrements(null, companyId),
      ...contactStatusIncrements(workspaceId, undefined, contact.status),
    ],
  };
}

/** Undefined if the row changes nothing. */
function planContactChange(
  workspaceId: string,
  candidate: Candidate,
  before: StoredContact,
  companyId: string | null,
  now: number,
): RowPlan | undefined {
  const changes = { ...importedChanges(before, candidate.input), companyId };
  const events = contactUpdatedEvents(before, changes);
  if (events.length === 0) return undefined;
  const newTags = (changes.tags ?? []).filter((tag) => !before.tags.includes(tag));

  return {
    candidate,
    writes: [
      contactUpdate(workspaceId, before, changes, now),
      ...newTags.map((tag): Write => ({ put: { ...tagKey(workspaceId, tag, before.id) } })),
      ...externalIdWrites(workspaceId, before.id, before.externalId, changes.externalId ?? before.externalId),
    ],
    events,
    increments: companyCounterIncrements(before.companyId, companyId),
  };
}

/** Removes the error mapping, so that a cancelled transaction reports all failed conditions. */
function withoutErrorMapping({ otherwise: _, ...write }: Write): Write {
  return write;
}
