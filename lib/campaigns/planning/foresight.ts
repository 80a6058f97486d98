import { firstDueAt } from '#lib/campaigns/definition/delays.ts';
import type { Step } from '#lib/campaigns/definition/step.ts';
import { linesOf } from '#lib/campaigns/dispatch/look.ts';
import type { RunningState } from '#lib/campaigns/dispatch/running.ts';
import { zoneFor } from '#lib/campaigns/dispatch/zone.ts';
import type { Waiter } from '#lib/campaigns/planning/forecast.ts';
import type { CampaignItem } from '#lib/campaigns/stored.ts';
import { readCompanies } from '#lib/companies/read.ts';
import { readAudience } from '#lib/contacts/audience.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { mergeFields, missingFields, requiredFields } from '#lib/emails/rendering/merge-fields.ts';
import { usedTexts } from '#lib/emails/rendering/variant.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { executionsByContact, newQueue, nextDue } from '#lib/executions/executions.ts';
import type { Table } from '#lib/storage/table.ts';

/** Maximum number of contacts that are read individually. */
export const contactsMax = 1000;

/** Maximum number of recipients of one queue, and of the audience. */
const waitersMax = 5000;
const audiencePart = 500;

interface Seen {
  readonly contactId: string;
  readonly dueAt: number;
  readonly queue: string;
}

interface Waiting {
  /** Builds the recipients. Contacts that are not passed have no time zone and no company. */
  readonly waiters: (contacts: readonly Contact[]) => Waiter[];
  /** The first `contactsMax` contacts in queues. `audienceIds`: the first `contactsMax` that starting would enrol. */
  readonly waitingIds: readonly string[];
  readonly audienceIds: readonly string[];
  readonly isWhole: boolean;
}

/** Reads the recipients that wait for an email of the campaign, or would wait for one after its start. */
export async function readWaiters(
  table: Table,
  workspaceId: string,
  state: RunningState,
  now: number,
): Promise<Waiting> {
  const { campaign } = state;
  const place = { workspaceId, campaignId: campaign.id };
  const lines = linesOf(state, []);
  const queues = await Promise.all(
    lines.map(({ name }) => nextDue(table, place, name, undefined, waitersMax)),
  );
  const seen = lines.flatMap(({ name }, position) =>
    (queues[position] ?? []).map(({ contactId, dueAt }): Seen => ({ contactId, dueAt, queue: name })),
  );
  const followed = seen.filter(({ queue }) => !queue.startsWith(newQueue(undefined)));
  const followedIds = followed.slice(0, contactsMax).map(({ contactId }) => contactId);
  // The remaining steps of the others are unknown, so they are not simulated.
  const unread = new Set(followed.slice(contactsMax));
  const executions = await executionsByContact(table, workspaceId, campaign.id, followedIds);
  const audience = await readNewcomers(
    table,
    workspaceId,
    campaign,
    new Set(seen.map((each) => each.contactId)),
  );

  return {
    waitingIds: seen.slice(0, contactsMax).map(({ contactId }) => contactId),
    audienceIds: audience.ids.slice(0, contactsMax),
    isWhole:
      queues.every((queue) => queue.length < waitersMax) &&
      followed.length <= contactsMax &&
      audience.isWhole,
    waiters: (contacts) => {
      const known = new Map(contacts.map((contact) => [contact.id, contact]));
      const mayBeMailed = (contactId: string) => (known.get(contactId)?.status ?? 'active') === 'active';
      const newcomers = audience.ids.map((contactId): Seen => {
        const zone = zoneFor(campaign, { timezone: known.get(contactId)?.timezone ?? null });

        return { contactId, dueAt: firstDueAt(campaign, zone, now), queue: newQueue(zone) };
      });

      return [...seen, ...newcomers]
        .filter((each) => mayBeMailed(each.contactId) && !unread.has(each))
        .map((each) => toWaiter(each, known.get(each.contactId), executions.get(each.contactId)));
    },
  };
}

function toWaiter(
  { contactId, dueAt, queue }: Seen,
  contact: Contact | undefined,
  execution: Execution | undefined,
): Waiter {
  return {
    ...{ contactId, dueAt, queue },
    timezone: contact?.timezone ?? null,
    companyId: contact?.companyId ?? null,
    sentSteps: execution?.sentSteps ?? [],
    nextStepId: execution?.nextStepId,
    continueAt: execution?.continueAt,
    lastSentAt: execution?.lastSentAt === undefined ? undefined : Date.parse(execution.lastSentAt),
  };
}

/** Contacts of the audience that were never enrolled in the campaign. An audience does not enrol a contact again. */
async function readNewcomers(
  table: Table,
  workspaceId: string,
  { id: campaignId, audience }: CampaignItem,
  waiting: ReadonlySet<string>,
): Promise<{ ids: string[]; isWhole: boolean }> {
  const ids = new Set<string>();
  let position: string | undefined;
  if (!audience) return { ids: [], isWhole: true };
  do {
    const part = await readAudience(table, workspaceId, audience, position, audiencePart);
    const strangers = part.contactIds.filter((id) => !waiting.has(id));
    const members = await executionsByContact(table, workspaceId, campaignId, strangers);
    for (const id of strangers) if (!members.has(id)) ids.add(id);
    position = part.position;
  } while (position !== undefined && ids.size < waitersMax);

  return { ids: [...ids], isWhole: position === undefined };
}

/** Every email has a sender and an unsubscribe link, so their fields are never missing. */
const anySender = { email: 'any@sender', fromName: null };

interface Texts {
  readonly item: CampaignItem;
  readonly steps: readonly Step[];
  readonly contacts: readonly Contact[];
}

/** Finds contacts without a value for a variable of the texts. Returns only contacts with missing variables. */
export async function findLacks(table: Table, workspaceId: string, { item, steps, contacts }: Texts) {
  const required = new Map(steps.map((step) => [step.id, requiredBy(step, item)]));
  const all = [...new Set([...required.values()].flat())];
  const companies = await readCompanies(
    table,
    workspaceId,
    all.some((name) => name.startsWith('company.')) ? contacts.map(({ companyId }) => companyId) : [],
  );
  const lacks = contacts.flatMap((contact) => {
    const company = contact.companyId === null ? undefined : companies.get(contact.companyId);
    const values = mergeFields({ contact, company, sender: anySender, unsubscribeUrl: 'https://any' });
    const fields = missingFields(all, values).sort();

    return fields.length === 0 ? [] : [{ contactId: contact.id, fields }];
  });
  const byContact = new Map(lacks.map(({ contactId, fields }) => [contactId, new Set(fields)]));

  return {
    missingVariables: lacks,
    isLacking: (contactId: string, stepId: string) =>
      required.get(stepId)?.some((name) => byContact.get(contactId)?.has(name)) ?? false,
  };
}

function requiredBy({ variants, thread }: Step, { plainTextOnly }: CampaignItem): string[] {
  const texts = variants
    .filter(({ enabled }) => enabled)
    .flatMap((variant) => Object.values(usedTexts(variant, { isReply: thread === 'reply', plainTextOnly })));

  return requiredFields(texts.filter((text) => text !== undefined));
}
