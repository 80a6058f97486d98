import type { CampaignOutline } from '#lib/campaigns/enrolment/outline.ts';
import { countersWrite } from '#lib/campaigns/state/counters.ts';
import type { OutboxMessage } from '#lib/commit/change.ts';
import type { StoredContact } from '#lib/contacts/contact.ts';
import { excludedReason } from '#lib/executions/campaign-counters.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { recipientHash } from '#lib/executions/recipient.ts';
import { attemptedSteps, continueWrite } from '#lib/executions/status-transitions.ts';
import type { Write } from '#lib/storage/table.ts';
import { invalid, type ProblemDetail } from '#lib/values/problem.ts';

interface Continuations {
  readonly writes: readonly Write[];
  /** Dispatch messages for the active campaigns. */
  readonly messages: readonly OutboxMessage[];
  /** All executions of the contact. A continued one has the status `pending`. */
  readonly executions: readonly Execution[];
}

/**
 * Continues ended executions of a contact at the given steps.
 * @param contact with the other changes of the request applied
 * @param campaigns all campaigns of `requests`; the caller has rejected unknown ids
 * @param executions all executions of the contact, open and ended, with the other changes of the request applied
 * @param started ids of the started campaigns among the campaigns of `executions`; drafts do not reserve their contacts
 * @throws Problem 422 that lists each campaign in which the contact cannot continue, with the reason
 */
export function planContinuations(
  workspaceId: string,
  contact: StoredContact,
  requests: readonly { readonly campaignId: string; readonly stepId: string }[],
  campaigns: readonly CampaignOutline[],
  executions: readonly Execution[],
  started: ReadonlySet<string>,
  now: number,
): Continuations {
  const faults: ProblemDetail[] = [];
  const writes: Write[] = [];
  const continued = new Set<Execution>();
  // These executions reserve the contact, like the executions that this request continues.
  const reserving = executions.filter((each) => isOpen(each) && started.has(each.campaignId));
  for (const [position, { campaignId, stepId }] of requests.entries()) {
    const campaign = campaigns.find(({ id }) => id === campaignId);
    const execution = executions.find((each) => each.campaignId === campaignId);
    const fault =
      campaign && continuationFault(contact, { campaign, stepId, execution }, [...reserving, ...continued]);
    if (fault) faults.push({ path: `continueCampaigns[${position}]`, ...fault });
    else if (execution) {
      continued.add(execution);
      writes.push(
        continueWrite(execution, stepId, now),
        countersWrite(workspaceId, campaignId, reopenedCounts(execution)),
      );
    }
  }
  if (faults.length > 0) throw invalid(faults);

  return {
    writes,
    messages: campaigns
      .filter(({ status }) => status === 'active')
      .map(({ id }) => ({ queue: 'ticks', message: { campaignId: id } })),
    executions: executions.map((each) =>
      continued.has(each) ? { ...each, status: 'pending' as const } : each,
    ),
  };
}

/** Why a contact cannot continue. */
export interface ContinuationFault {
  readonly rule:
    | 'active_elsewhere'
    | 'address_changed'
    | 'already_sent'
    | 'clicked'
    | 'exists'
    | 'in_progress'
    | 'not_enrolled'
    | 'replied'
    | 'suppressed';
  readonly message: string;
}

/** A fault, and whether it applies. */
interface PossibleFault extends ContinuationFault {
  readonly applies: boolean;
}

/** The fields of a contact that decide whether it may get further emails. */
type RecipientContact = Pick<StoredContact, 'email' | 'status'>;

interface Continuation {
  readonly campaign: CampaignOutline;
  /** The step to send next. */
  readonly stepId: string;
  /** The contact's execution in this campaign; undefined if it was never enrolled. */
  readonly execution: Execution | undefined;
}

/**
 * Why a contact cannot continue in a campaign; undefined if it can.
 * @param reserving open executions in started campaigns, which reserve the contact
 */
export function continuationFault(
  contact: RecipientContact,
  { campaign, stepId, execution }: Continuation,
  reserving: readonly Execution[],
): ContinuationFault | undefined {
  const isInAnother = reserving.some(({ campaignId }) => campaignId !== campaign.id);
  const faults: readonly PossibleFault[] = [
    {
      rule: 'exists',
      applies: !campaign.steps.some(({ id }) => id === stepId),
      message: 'the campaign has no step with this stepId',
    },
    {
      rule: 'suppressed',
      applies: contact.status !== 'active',
      message: `the contact is ${contact.status}: remove the entry from the blocklist first`,
    },
    {
      rule: 'not_enrolled',
      applies: !execution,
      message: 'the contact was never enrolled in the campaign: use addCampaignIds',
    },
    ...(execution ? executionFaults(contact, campaign, stepId, execution) : []),
    {
      rule: 'active_elsewhere',
      applies: !campaign.allowParallel && isInAnother,
      message: 'the contact is still in another campaign: remove it there, or set allowParallel',
    },
  ];
  const fault = faults.find(({ applies }) => applies);

  return fault && { rule: fault.rule, message: fault.message };
}

/** The possible faults of an existing execution, in the order in which they are reported. */
function executionFaults(
  { email }: RecipientContact,
  { stopOnReply, stopOnClick }: CampaignOutline,
  stepId: string,
  execution: Execution,
): readonly PossibleFault[] {
  const { sentTo, sentCount, sendState, repliedAt, clickedAt } = execution;

  return [
    { rule: 'in_progress', applies: isOpen(execution), message: 'the contact is still in the campaign' },
    {
      rule: 'in_progress',
      applies: sendState !== 'done',
      message:
        'a message to the contact is in flight, or its outcome is unknown for up to 24 hours: try again later',
    },
    {
      rule: 'already_sent',
      applies: attemptedSteps(execution).includes(stepId),
      message: 'the contact has got this step, or its outcome is unknown: choose another step',
    },
    {
      rule: 'replied',
      applies: stopOnReply && repliedAt !== undefined,
      message: 'the contact has replied, and the campaign has stopOnReply',
    },
    {
      rule: 'clicked',
      applies: stopOnClick && clickedAt !== undefined,
      message: 'the contact has clicked a link, and the campaign has stopOnClick',
    },
    {
      rule: 'address_changed',
      applies: sentCount > 0 && sentTo !== undefined && sentTo !== recipientHash(email),
      message:
        'the earlier messages were sent to another address of the contact: use addCampaignIds with allowReentry',
    },
  ];
}

/**
 * Increments of the campaign's counters when an ended execution opens again. They belong to the same transaction, so that the
 * dispatcher does not complete the campaign concurrently.
 */
export function reopenedCounts({
  status,
  reason,
  sentCount,
}: Pick<Execution, 'status' | 'reason' | 'sentCount'>): Readonly<Record<string, number>> {
  if (reason === excludedReason) return { contacts: 1 };

  return { [status]: -1, reopened: 1, ...(sentCount === 0 && { endedUnsent: -1 }) };
}
