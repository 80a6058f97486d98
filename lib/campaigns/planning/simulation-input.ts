import { candidateQueues } from '#lib/campaigns/dispatch/dispatch-snapshot.ts';
import type { PendingRecipient } from '#lib/campaigns/planning/simulation-state.ts';
import { firstDueAt } from '#lib/campaigns/state/delays.ts';
import type { RunningState } from '#lib/campaigns/state/running.ts';
import type { Step } from '#lib/campaigns/state/step.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { zoneFor } from '#lib/campaigns/state/zones.ts';
import { readCompanies } from '#lib/companies/read.ts';
import { readAudiencePage } from '#lib/contacts/audience.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { requiredFields, usedTexts } from '#lib/emails/rendering/email-texts.ts';
import { mergeFields, missingFields } from '#lib/emails/rendering/merge-fields.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { firstEmailQueue, readDueExecutions, readExecutionsByContact } from '#lib/executions/executions.ts';
import type { Table } from '#lib/storage/table.ts';

/** Maximum number of contacts that are read individually. */
export const contactsMax = 1000;

/** Maximum number of recipients of one queue, and of the audience. */
const recipientsMax = 5000;
const audiencePageSize = 500;

type QueuedContact = Pick<PendingRecipient, 'contactId' | 'dueAt' | 'queue'>;

/** The caller reads the contacts of both lists of ids, and passes them to `buildRecipients`. */
interface SimulationInput {
  /** Builds the recipients. Contacts that are not passed have no time zone and no company. */
  readonly buildRecipients: (contacts: readonly Contact[]) => PendingRecipient[];
  /** The first `contactsMax` contacts in queues. */
  readonly pendingIds: readonly string[];
  /** The first `contactsMax` contacts of the audience that a start would enrol. */
  readonly audienceIds: readonly string[];
  /** Contacts of the audience that must get no email. */
  readonly suppressedIds: readonly string[];
  /** Whether all waiting recipients were read. */
  readonly isComplete: boolean;
  /** Whether the lists of ids have all contacts, so that the plan knows the fields of each contact. */
  readonly hasAllIds: boolean;
}

/** Reads the recipients that wait for an email of the campaign, or would wait for one after its start. */
export async function readSimulationInput(
  table: Table,
  workspaceId: string,
  state: RunningState,
  now: number,
): Promise<SimulationInput> {
  const { campaign } = state;
  const campaignRef = { workspaceId, campaignId: campaign.id };
  // Only the names of the queues are needed, so no accounts are passed.
  const candidates = candidateQueues(state, []);
  const queues = await Promise.all(
    candidates.map(({ name }) => readDueExecutions(table, campaignRef, name, undefined, recipientsMax)),
  );
  const queued = candidates.flatMap(({ name }, position) =>
    (queues[position] ?? []).map(
      ({ contactId, dueAt }): QueuedContact => ({ contactId, dueAt, queue: name }),
    ),
  );
  // The names of all queues of first emails begin with the name of the queue without a zone.
  const followUps = queued.filter(({ queue }) => !queue.startsWith(firstEmailQueue(undefined)));
  const followUpIds = followUps.slice(0, contactsMax).map(({ contactId }) => contactId);
  // The executions of later contacts are not read. Their remaining steps are unknown, so they are not simulated.
  const skippedFollowUps = new Set(followUps.slice(contactsMax));
  const executions = await readExecutionsByContact(table, workspaceId, campaign.id, followUpIds);
  const audience = await readAudienceCandidates(
    table,
    workspaceId,
    campaign,
    new Set(queued.map((each) => each.contactId)),
  );

  return {
    pendingIds: queued.slice(0, contactsMax).map(({ contactId }) => contactId),
    audienceIds: audience.ids.slice(0, contactsMax),
    suppressedIds: audience.suppressedIds,
    hasAllIds: Math.max(queued.length, audience.ids.length) <= contactsMax,
    isComplete:
      queues.every((queue) => queue.length < recipientsMax) &&
      followUps.length <= contactsMax &&
      audience.isComplete,
    buildRecipients: (contacts) => {
      const contactsById = new Map(contacts.map((contact) => [contact.id, contact]));
      // Contacts that were not read count as active.
      const mayBeMailed = (contactId: string) =>
        (contactsById.get(contactId)?.status ?? 'active') === 'active';
      const audienceRecipients = audience.ids.map((contactId): QueuedContact => {
        const zone = zoneFor(campaign, { timezone: contactsById.get(contactId)?.timezone ?? null });

        return { contactId, dueAt: firstDueAt(campaign, zone, now), queue: firstEmailQueue(zone) };
      });

      return [...queued, ...audienceRecipients]
        .filter((each) => mayBeMailed(each.contactId) && !skippedFollowUps.has(each))
        .map((each) =>
          toPendingRecipient(each, contactsById.get(each.contactId), executions.get(each.contactId)),
        );
    },
  };
}

function toPendingRecipient(
  { contactId, dueAt, queue }: QueuedContact,
  contact: Contact | undefined,
  execution: Execution | undefined,
): PendingRecipient {
  return {
    contactId,
    dueAt,
    queue,
    timezone: contact?.timezone ?? null,
    companyId: contact?.companyId ?? null,
    sentSteps: execution?.sentSteps ?? [],
    skippedSteps: execution?.skippedSteps,
    nextStepId: execution?.nextStepId,
    continueAt: execution?.continueAt,
    lastSentAt: execution?.lastSentAt === undefined ? undefined : Date.parse(execution.lastSentAt),
  };
}

/** Contacts of the audience that were never enrolled in the campaign. An audience does not enrol a contact again. */
async function readAudienceCandidates(
  table: Table,
  workspaceId: string,
  { id: campaignId, audience }: CampaignItem,
  queuedIds: ReadonlySet<string>,
): Promise<{ ids: string[]; suppressedIds: string[]; isComplete: boolean }> {
  if (!audience) return { ids: [], suppressedIds: [], isComplete: true };
  const ids = new Set<string>();
  const suppressedIds = new Set<string>();
  let position: string | undefined;
  do {
    const page = await readAudiencePage(table, workspaceId, audience, position, audiencePageSize);
    const unqueuedIds = page.contactIds.filter((id) => !queuedIds.has(id));
    const enrolled = await readExecutionsByContact(table, workspaceId, campaignId, unqueuedIds);
    for (const id of unqueuedIds) if (!enrolled.has(id)) ids.add(id);
    for (const id of page.suppressedIds) suppressedIds.add(id);
    position = page.position;
  } while (position !== undefined && ids.size < recipientsMax);

  return { ids: [...ids], suppressedIds: [...suppressedIds], isComplete: position === undefined };
}

/** Placeholder: every email has a sender and an unsubscribe link, so their fields are never missing. */
export const anySender = { email: 'any@sender', fromName: null, postalAddress: 'any' };

interface MissingVariablesInput {
  readonly item: CampaignItem;
  readonly steps: readonly Step[];
  readonly contacts: readonly Contact[];
}

/** Finds contacts without a value for a variable of the texts. Returns only contacts with missing variables. */
export async function findMissingVariables(
  table: Table,
  workspaceId: string,
  { item, steps, contacts }: MissingVariablesInput,
) {
  const requiredByStep = new Map(steps.map((step) => [step.id, requiredBy(step, item)]));
  const variables = [...new Set([...requiredByStep.values()].flat())];
  const companies = await readCompanies(
    table,
    workspaceId,
    variables.some((name) => name.startsWith('company.')) ? contacts.map(({ companyId }) => companyId) : [],
  );
  const missingVariables = contacts.flatMap((contact) => {
    const company = contact.companyId === null ? undefined : companies.get(contact.companyId);
    const values = mergeFields({ contact, company, sender: anySender, unsubscribeUrl: 'https://any' });
    const fields = missingFields(variables, values).sort();

    return fields.length === 0 ? [] : [{ contactId: contact.id, fields }];
  });
  const byContact = new Map(missingVariables.map(({ contactId, fields }) => [contactId, new Set(fields)]));

  return {
    missingVariables,
    hasMissingVariables: (contactId: string, stepId: string) =>
      requiredByStep.get(stepId)?.some((name) => byContact.get(contactId)?.has(name)) ?? false,
  };
}

/** The variables that the enabled variants of a step need a value for. */
function requiredBy({ variants, thread }: Step, { plainTextOnly }: CampaignItem): string[] {
  return variants
    .filter(({ enabled }) => enabled)
    .flatMap((variant) => requiredFields(usedTexts(variant, { isReply: thread === 'reply', plainTextOnly })));
}
