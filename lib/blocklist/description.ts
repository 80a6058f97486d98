import { countSuppressed } from '#lib/blocklist/coverage.ts';
import type { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { type SuppressionJob, suppressionKind, toSuppressionJob } from '#lib/blocklist/job.ts';
import { findEntry } from '#lib/blocklist/read.ts';
import { planContactRelease } from '#lib/blocklist/release.ts';
import { commit } from '#lib/commit/commit.ts';
import { claimUpdate } from '#lib/contacts/addresses/address-claim.ts';
import { type DomainContact, readDomainContacts } from '#lib/contacts/addresses/domain-contacts.ts';
import { readAddressClaim, readStoredContact } from '#lib/contacts/stored.ts';
import { changeContact, planContactSuppression } from '#lib/contacts/suppress.ts';
import { contactUpdatedEvents } from '#lib/contacts/updated-event.ts';
import type { Chunk, JobDescription, Progress } from '#lib/jobs/description.ts';
import { log } from '#lib/runtime/log.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** Address claims per chunk. */
const chunkSize = 25;

/**
 * A request that started before the domain was blocked may create a contact that the first pass does not find. No request takes
 * longer than this delay.
 */
const secondPassDelayMs = 60_000;

/** Applies an entry of a domain to its contacts, or releases them. Each contact is one idempotent transaction. */
export const suppressionJobs: JobDescription<Services> = {
  kind: suppressionKind,
  nextChunk: (services, item) => nextContacts(services, toSuppressionJob(item)),
  failureOf: () => ({
    code: 'job_unfinished',
    message: 'the job failed three times; its remaining contacts were not changed',
  }),
};

async function nextContacts(services: Services, job: SuppressionJob): Promise<Chunk<DomainContact>> {
  const { workspaceId, domain, position } = job;
  const entry = await findEntry(services.table, workspaceId, job.entryId);
  // The entry was removed: a `release` job takes over.
  if (job.action === 'apply' && !entry)
    return { elements: [], apply: (_, commitChunk) => commitChunk({ writes: [] }, { end: 'done' }) };
  const page = await readDomainContacts(
    services.table,
    workspaceId,
    domain,
    position || undefined,
    chunkSize,
  );
  const progressAfter = (contacts: readonly DomainContact[]): Progress => {
    const last = contacts.at(-1);
    if (last && contacts.length < page.contacts.length) return { set: { position: last.position } };
    if (page.position !== undefined) return { set: { position: page.position } };
    if (job.action === 'release' || job.pass === 2) return { end: 'done' };

    return { set: { pass: 2, position: '' }, notBefore: services.now() + secondPassDelayMs };
  };

  return {
    elements: page.contacts,
    apply: async (contacts, commitChunk) => {
      for (const { contactId, address } of contacts) {
        // Without an entry, this is a `release` job: the transaction that created it removed the entry.
        const change = () =>
          entry
            ? suppressContact(services, workspaceId, entry, contactId)
            : releaseContact(services, job, contactId, address);
        await retryOnConflict(change);
      }
      await commitChunk({ writes: [] }, progressAfter(contacts));
    },
    skip: async (contact, error, commitChunk) => {
      const { contactId } = contact;
      log('error', 'job items set aside', { workspaceId, contactId, count: 1 }, error);
      await commitChunk({ writes: [] }, progressAfter([contact]));
    },
  };
}

/** Suppresses an active contact. A contact that another entry suppresses stays unchanged. */
async function suppressContact(
  services: Services,
  workspaceId: string,
  entry: BlocklistEntry,
  contactId: string,
): Promise<void> {
  const contact = await readStoredContact(services.table, workspaceId, contactId);
  if (!contact || (contact.status !== 'active' && contact.blocklistEntryId !== entry.id)) return;
  const cause = { status: 'blocklisted', blocklistEntryId: entry.id, reason: entry.reason } as const;
  const { changes, writes, events, increments } = await planContactSuppression(
    services,
    workspaceId,
    contact,
    cause,
  );
  // This entry has already suppressed and counted the contact; only its new executions end.
  if (contact.status !== 'active') return commit(services, workspaceId, { writes, events, increments });
  await commit(services, workspaceId, {
    writes: [
      changeContact(workspaceId, contact, changes, services.now()),
      countSuppressed(workspaceId, entry.id, 1),
      ...writes,
    ],
    events: [...contactUpdatedEvents(contact, changes), ...events],
    increments,
  });
}

/** Does nothing if the entry no longer suppresses the contact, or if the contact has another address now. */
async function releaseContact(
  services: Services,
  { workspaceId, entryId }: SuppressionJob,
  contactId: string,
  address: string,
): Promise<void> {
  const [contact, claim] = await Promise.all([
    readStoredContact(services.table, workspaceId, contactId),
    readAddressClaim(services.table, workspaceId, address),
  ]);
  if (!contact || contact.blocklistEntryId !== entryId || claim?.contactId !== contactId) return;
  const released = await planContactRelease(services, workspaceId, contact, claim);
  // Changes nothing. Its condition fails if the address is suppressed while its contact is released.
  const claimUnchanged = claimUpdate(workspaceId, normaliseEmail(contact.email), claim, claim);
  await commit(services, workspaceId, { ...released, writes: [...released.writes, claimUnchanged] });
}
