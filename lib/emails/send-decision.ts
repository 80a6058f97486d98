import { accountOfThread, mustBeActive } from '#lib/campaigns/state/running.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { nextOpening } from '#lib/campaigns/state/windows.ts';
import { zoneFor } from '#lib/campaigns/state/zones.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { mustBeMailable } from '#lib/contacts/contacts.ts';
import { type SendingAccount, sendCountUpdate } from '#lib/email-accounts/email-accounts.ts';
import { claimWrite } from '#lib/executions/claim.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { nextStep } from '#lib/executions/next-step.ts';
import { linkUntil, recipientHash } from '#lib/executions/recipient.ts';
import { linkExpiry, mustStoreLink, type ShortLink } from '#lib/links/short-link.ts';
import type { Write } from '#lib/storage/table.ts';
import type { TrackedAction } from '#lib/values/event-kind.ts';

/** The records that a send depends on, as read. */
export interface SendInput {
  readonly campaign: CampaignItem | undefined;
  readonly contact: Contact | undefined;
  readonly account: SendingAccount | undefined;
  readonly execution: Execution | undefined;
}

/** A send that may be claimed, according to reads that may be stale. */
export interface Sendable {
  readonly campaign: CampaignItem;
  readonly contact: Contact;
  readonly account: SendingAccount;
  /** The thread's previous account, if the thread was reassigned. */
  readonly previousAccount?: SendingAccount;
  readonly execution: Execution;
  readonly stepId: string;
}

export type SendDecision =
  | ({ readonly kind: 'claim' } & Sendable)
  /** A worker stopped between the claim and the recorded outcome. */
  | { readonly kind: 'outcome_unknown'; readonly execution: Execution; readonly token: string }
  /** The account's minimum gap between messages is not over. The queue message is delayed until then. */
  | { readonly kind: 'wait'; readonly delaySeconds: number }
  /** The sending window is closed in the contact's or the campaign's time zone. */
  | {
      readonly kind: 'postpone';
      readonly execution: Execution;
      readonly until: number;
      readonly zone?: string;
    }
  /** The campaign sends this contact no further email. */
  | {
      readonly kind: 'end';
      readonly execution: Execution;
      readonly status: 'replied' | 'stopped' | 'completed';
      readonly reason?: string;
    }
  /** The email cannot be claimed now. If its execution stays due, the dispatcher assigns another slot to it. */
  | { readonly kind: 'drop'; readonly reason: string };

/**
 * Decides how to handle a message from the send queue. The reads may be stale: this check only avoids claims that would
 * fail, and the conditions of the claim transaction are authoritative.
 */
export function decideSend({ campaign, contact, account, execution }: SendInput, now: number): SendDecision {
  if (!execution) return { kind: 'drop', reason: 'not_enrolled' };
  const { sendState, sendToken, leaseUntil = 0, dueAt, emailAccountId } = execution;
  if (sendState === 'sending' && sendToken !== undefined && leaseUntil < now) {
    return { kind: 'outcome_unknown', execution, token: sendToken };
  }
  if (sendState !== 'due' || dueAt > now) return { kind: 'drop', reason: `send_${sendState}` };
  if (execution.status === 'paused') return { kind: 'drop', reason: 'execution_paused' };
  if (campaign?.status !== 'active') return { kind: 'drop', reason: 'campaign_not_active' };
  if (contact?.status !== 'active') return { kind: 'drop', reason: 'contact_not_mailable' };
  if (!isSameRecipient(execution, contact)) {
    return { kind: 'end', execution, status: 'stopped', reason: 'address_changed' };
  }
  const step = nextStep(campaign.steps, execution);
  const stopStatus = findStopStatus(campaign, execution);
  if (stopStatus || !step) return { kind: 'end', execution, status: stopStatus ?? 'completed' };
  if (account?.status !== 'connected') return { kind: 'drop', reason: 'account_not_connected' };
  // Any account of the campaign may send the first message. Follow-ups stay with the thread's account.
  if (execution.sentCount > 0 && accountOfThread(campaign, emailAccountId ?? '') !== account.id) {
    return { kind: 'drop', reason: 'other_account' };
  }

  const postponement = planPostponement(campaign, contact, execution, now);
  if (postponement) return postponement;
  const gapMs = account.nextSendAt - now;
  // A longer time than one gap is usually a cool-down.
  if (gapMs > account.minGapSeconds * 1000) return { kind: 'drop', reason: 'account_busy' };
  if (gapMs > 0) return { kind: 'wait', delaySeconds: Math.ceil(gapMs / 1000) };

  return { kind: 'claim', campaign, contact, account, execution, stepId: step.id };
}

/** A follow-up is sent only to the address that received the previous message. */
function isSameRecipient({ sentCount, sentTo }: Execution, { email }: Contact): boolean {
  return sentCount === 0 || sentTo === undefined || sentTo === recipientHash(email);
}

/** The final status if the campaign stops on a reply or a click that has occurred. */
function findStopStatus(
  { stopOnReply, stopOnClick }: CampaignItem,
  { repliedAt, clickedAt }: Execution,
): 'replied' | 'stopped' | undefined {
  if (stopOnReply && repliedAt !== undefined) return 'replied';

  return stopOnClick && clickedAt !== undefined ? 'stopped' : undefined;
}

function planPostponement(
  campaign: CampaignItem,
  contact: Contact,
  execution: Execution,
  now: number,
): SendDecision | undefined {
  const zone = zoneFor(campaign, contact);
  const opening = nextOpening(campaign.schedule, now, zone);
  if (opening === now) return undefined;
  if (opening === undefined) return { kind: 'drop', reason: 'schedule_ended' };

  return { kind: 'postpone', execution, until: opening, ...(zone !== undefined && { zone }) };
}

/** Attributes of the execution that must be absent when it is claimed. */
function attributesToBeAbsent({ stopOnReply, stopOnClick }: CampaignItem): ('repliedAt' | 'clickedAt')[] {
  return [...(stopOnReply ? ['repliedAt' as const] : []), ...(stopOnClick ? ['clickedAt' as const] : [])];
}

/** The subject to which later replies in the thread refer. */
export function subjectOfThread({ subject, startsThread }: ThreadStart): string | undefined {
  return startsThread ? subject : undefined;
}

interface ThreadStart {
  /** Rendered, without `Re:`. */
  readonly subject: string;
  readonly startsThread: boolean;
}

/**
 * The writes of the claim's transaction. Its conditions: the execution is due, the campaign is active, the contact is mailable
 * at this address, and the account and the campaign are within their limits.
 * @param limitWrites writes that enforce the daily limits of the campaign
 */
export function claimWrites(
  workspaceId: string,
  { execution, contact, account, campaign, stepId }: Sendable,
  lease: ThreadStart & {
    readonly token: string;
    readonly leaseUntil: number;
    readonly variantId: string;
    readonly tracked: readonly TrackedAction[];
    /** Undefined if the email has no short link. */
    readonly shortLink?: ShortLink | undefined;
    readonly now: number;
  },
  limitWrites: readonly Write[],
): Write[] {
  const unless = attributesToBeAbsent(campaign);
  const sentTo = recipientHash(contact.email);
  const storedUntil = linkUntil(execution, contact.email);
  const linkPut = mustStoreLink(storedUntil, lease.now) ? lease.shortLink?.putAt(lease.now) : undefined;

  return [
    claimWrite(execution, {
      ...lease,
      threadSubject: subjectOfThread(lease),
      linkUntil: linkPut ? linkExpiry(lease.now) : storedUntil,
      stepId,
      emailAccountId: account.id,
      sentTo,
      unless,
    }),
    sendCountUpdate(workspaceId, account, lease.now),
    mustBeMailable(workspaceId, contact.id, contact.email),
    mustBeActive(workspaceId, execution.campaignId),
    ...(linkPut ? [linkPut] : []),
    ...limitWrites,
  ];
}
