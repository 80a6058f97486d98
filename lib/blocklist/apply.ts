import { countSuppressed } from '#lib/blocklist/coverage.ts';
import type { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { suppressionJobKey } from '#lib/blocklist/items.ts';
import { jobProgressWrite, type SuppressionJob, toSuppressionJob } from '#lib/blocklist/job.ts';
import { findEntry } from '#lib/blocklist/read.ts';
import { planContactRelease } from '#lib/blocklist/release.ts';
import { commit } from '#lib/commit/commit.ts';
import { claimUpdate } from '#lib/contacts/addresses/address-claim.ts';
import { readDomainContacts } from '#lib/contacts/addresses/domain-contacts.ts';
import { readAddressClaim, readStoredContact } from '#lib/contacts/stored.ts';
import { changeContact, planContactSuppression } from '#lib/contacts/suppress.ts';
import { contactUpdatedEvents } from '#lib/contacts/updated-event.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { endAfterFailures } from '#lib/runtime/count-attempts.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { skipUnprocessable } from '#lib/runtime/skip-unprocessable.ts';
import { updateIf } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import type { SuppressionMessage } from '#lib/values/queues.ts';

/** Address claims per chunk. */
const chunkSize = 25;

/** Maximum chunks per queue message. The job then sends another message, so that large domains do not exceed the timeout. */
const chunksMax = 20;

/**
 * A request that started before the domain was blocked may create a contact that the first pass does not find. No request takes
 * longer than this delay.
 */
const secondPassDelayMs = 60_000;

interface JobServices extends Services {
  readonly suppressions: Queue<SuppressionMessage>;
}

/**
 * Runs the next chunks of a job. Each contact is one idempotent transaction, and each chunk records its progress. After a
 * crash the next worker resumes; a repeated message has no effect.
 */
export function runSuppressionJob(services: JobServices, message: SuppressionMessage): Promise<void> {
  const key = suppressionJobKey(message.workspaceId, message.jobId);
  // After three errors, contacts that cannot be processed are skipped.
  const skip = () => advance(services, message, skipUnprocessable);

  return endAfterFailures(services.table, key, skip, () => advance(services, message, (_, work) => work()));
}

async function advance(
  services: JobServices,
  message: SuppressionMessage,
  forContact: typeof skipUnprocessable,
): Promise<void> {
  const { table, now, suppressions } = services;
  const item = await table.get(suppressionJobKey(message.workspaceId, message.jobId), { consistent: true });
  if (!item) return;
  let job = toSuppressionJob(item);
  // The message arrived before the second pass may begin. The delayed message or the sweeper resumes the job.
  if (job.notBefore > now()) return;

  for (let chunks = 0; chunks < chunksMax; chunks++) {
    const next = await runChunk(services, job, forContact);
    if (!next) return;
    if (next.pass !== job.pass) {
      // One second more, because queue delays are not exact.
      const delaySeconds = secondPassDelayMs / 1000 + 1;

      return suppressions.send([{ message, delaySeconds }]);
    }
    job = next;
  }
  await suppressions.send([{ message }]);
}

/** Runs one chunk. @returns the job's new state; undefined if it is finished, or if another worker runs it */
async function runChunk(
  services: JobServices,
  job: SuppressionJob,
  forContact: typeof skipUnprocessable,
): Promise<SuppressionJob | undefined> {
  const { table, now } = services;
  const { workspaceId, domain, position } = job;
  const entry = await findEntry(table, workspaceId, job.entryId);
  // The entry was removed: a `release` job takes over.
  if (job.kind === 'apply' && !entry) return finishJob(services, job);
  const page = await readDomainContacts(table, workspaceId, domain, position, chunkSize);
  for (const { contactId, address } of page.contacts) {
    // Without an entry, this is a `release` job: the transaction that created it removed the entry.
    const change = () =>
      entry
        ? suppressContact(services, workspaceId, entry, contactId)
        : releaseContact(services, job, contactId, address);
    await forContact({ workspaceId, contactId }, () => retryOnConflict(change));
  }

  const isLastChunk = page.position === undefined;
  if (isLastChunk && (job.kind === 'release' || job.pass === 2)) return finishJob(services, job);
  const next: SuppressionJob = isLastChunk
    ? { ...job, pass: 2, position: '', notBefore: now() + secondPassDelayMs }
    : { ...job, position: page.position };

  return (await updateIf(table, jobProgressWrite(job, next, now()))) && next;
}

async function finishJob({ table }: Services, { workspaceId, jobId }: SuppressionJob): Promise<undefined> {
  await table.transact([{ delete: suppressionJobKey(workspaceId, jobId) }]);
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
