import { type CampaignItem, mustBeActive } from '#lib/campaigns/running.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { mustBeMailable } from '#lib/contacts/contacts.ts';
import { countMail, type SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { claimWrite } from '#lib/executions/transitions.ts';
import type { Write } from '#lib/storage/table.ts';

export interface SendState {
  readonly campaign: CampaignItem | undefined;
  readonly contact: Contact | undefined;
  readonly account: SendingAccount | undefined;
  readonly execution: Execution | undefined;
}

export type SendVerdict =
  | {
      readonly kind: 'claim';
      readonly execution: Execution;
      readonly account: SendingAccount;
      readonly contact: Contact;
    }
  /** A worker died while handing the mail over. */
  | { readonly kind: 'lost'; readonly execution: Execution; readonly token: string }
  /** The account's gap is not over; only a hint that is nearly on time waits for it. */
  | { readonly kind: 'wait'; readonly delaySeconds: number }
  | { readonly kind: 'drop'; readonly why: string };

/**
 * What to do about a hint that a mail may be due, told from reads that may be stale: the claim's conditions decide,
 * this only spares a claim that cannot succeed.
 */
export function judgeSend(
  { campaign, contact, account, execution }: SendState,
  { stepId }: Pick<SendCall, 'stepId'>,
  now: number,
): SendVerdict {
  // Until a contact has had a mail, the first step is whatever is first.
  const nextStepId = execution?.sentCount === 0 ? campaign?.steps[0]?.id : execution?.stepId;
  if (!execution || nextStepId !== stepId) return { kind: 'drop', why: 'no_such_step' };
  const { sendState, sendToken, leaseUntil = 0, dueAt } = execution;
  if (sendState === 'committing' && sendToken !== undefined && leaseUntil < now) {
    return { kind: 'lost', execution, token: sendToken };
  }
  const free = (sendState === 'due' && dueAt <= now) || (sendState === 'claimed' && leaseUntil < now);
  if (!free) return { kind: 'drop', why: `send_${sendState}` };
  if (execution.status === 'paused') return { kind: 'drop', why: 'execution_paused' };
  if (campaign?.status !== 'active') return { kind: 'drop', why: 'campaign_not_active' };
  if (contact?.status !== 'active') return { kind: 'drop', why: 'contact_not_mailable' };
  if (account?.status !== 'connected') return { kind: 'drop', why: 'account_not_connected' };

  const gapMs = account.nextSendAt - now;
  if (gapMs > account.minGapSeconds * 1000) return { kind: 'drop', why: 'account_busy' };
  if (gapMs > 0) return { kind: 'wait', delaySeconds: Math.ceil(gapMs / 1000) };

  return { kind: 'claim', execution, account, contact };
}

/** One transaction: the execution is due, the campaign active, the contact mailable, the account within its limits. */
export function claimWrites(
  { workspaceId, stepId }: Pick<SendCall, 'workspaceId' | 'stepId'>,
  { execution, account }: Extract<SendVerdict, { kind: 'claim' }>,
  { token, leaseUntil, now }: { readonly token: string; readonly leaseUntil: number; readonly now: number },
): Write[] {
  return [
    claimWrite(execution, { stepId, token, emailAccountId: account.id, leaseUntil, now }),
    countMail(workspaceId, account, now),
    mustBeMailable(workspaceId, execution.contactId),
    mustBeActive(workspaceId, execution.campaignId),
  ];
}
