import * as z from 'zod/mini';
import type { CampaignOutline } from '#lib/campaigns/enrolment/outline.ts';
import { CampaignStatus } from '#lib/campaigns/state/settings.ts';
import type { Step } from '#lib/campaigns/state/step.ts';
import type { Winner } from '#lib/campaigns/state/winner.ts';
import { type Contact, ContactStatus } from '#lib/contacts/contact.ts';
import { chooseVariant } from '#lib/emails/rendering/variant.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { ExecutionView, presentExecution } from '#lib/executions/present.ts';
import { ContactId, Timestamp } from '#lib/values/schemas.ts';

/** What the next email of a recipient waits for. */
export const WaitingFor = z.enum([
  'campaign',
  'delay',
  'slot',
  'in_flight',
  'outcome',
  'missing_variable',
  'nothing_to_send',
]);
export type WaitingFor = z.infer<typeof WaitingFor>;

const LastEvent = z.strictObject({
  type: z.enum(['sent', 'opened', 'clicked', 'replied', 'finished']),
  occurredAt: Timestamp,
});
type LastEvent = z.infer<typeof LastEvent>;

/** Fields of a contact's progress in a campaign. */
const progress = {
  execution: ExecutionView,
  /** Why the next email was not sent yet. Null if no email will follow. */
  waitingFor: z.nullable(WaitingFor),
  lastEvent: z.nullable(LastEvent),
};

/** A contact of a campaign, with its progress. */
export const Recipient = z.strictObject({
  contactId: ContactId,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  contactStatus: ContactStatus,
  ...progress,
  nextVariantId: z.nullable(z.string()),
});
export type Recipient = z.infer<typeof Recipient>;

/** A campaign of a contact, with the contact's progress. */
export const ContactCampaign = z.strictObject({
  campaignId: z.string(),
  campaignName: z.string(),
  campaignStatus: CampaignStatus,
  ...progress,
});
export type ContactCampaign = z.infer<typeof ContactCampaign>;

type RecipientCampaign = Pick<CampaignOutline, 'status' | 'steps'>;

type Progress = Pick<Recipient, keyof typeof progress>;

export function presentProgress(execution: Execution, campaign: RecipientCampaign, now: number): Progress {
  return {
    execution: presentExecution(execution, campaign.steps),
    waitingFor: waitingForOf(execution, campaign, now),
    lastEvent: lastEventOf(execution),
  };
}

/** @param nextStep the execution's next step with its texts; undefined if no email will follow */
export function presentRecipient(
  contact: Contact,
  progress: Progress,
  nextStep: Step | undefined,
  winners: readonly Winner[],
): Recipient {
  const { id: contactId, email, firstName, lastName, status: contactStatus } = contact;
  const variant = nextStep && chooseVariant(nextStep, progress.execution.id, winners);

  return {
    contactId,
    email,
    firstName,
    lastName,
    contactStatus,
    ...progress,
    nextVariantId: variant?.id ?? null,
  };
}

function waitingForOf(execution: Execution, { status }: RecipientCampaign, now: number): WaitingFor | null {
  const { sendState, reason, dueAt } = execution;
  if (!isOpen(execution) || sendState === 'done') return null;
  if (sendState === 'unknown') return 'outcome';
  if (sendState === 'sending') return 'in_flight';
  if (execution.status === 'paused') return reason === 'nothing_to_send' ? reason : 'missing_variable';
  if (status !== 'active') return 'campaign';

  return dueAt > now ? 'delay' : 'slot';
}

/** The latest event of an execution. Of events at the same time, the last one in the list counts. */
function lastEventOf(execution: Execution): LastEvent | null {
  const { lastSentAt, openedAt, clickedAt, repliedAt, finishedAt } = execution;
  const events: readonly (readonly [LastEvent['type'], string | undefined])[] = [
    ['sent', lastSentAt],
    ['opened', openedAt],
    ['clicked', clickedAt],
    ['replied', repliedAt],
    ['finished', finishedAt],
  ];

  return events.reduce<LastEvent | null>(
    (last, [type, occurredAt]) =>
      occurredAt !== undefined && occurredAt >= (last?.occurredAt ?? '') ? { type, occurredAt } : last,
    null,
  );
}
