import { randomBytes } from 'node:crypto';
import { checkDailyLimits } from '#lib/campaigns/dispatch/daily-limits.ts';
import { isActiveElsewhere } from '#lib/campaigns/enrolment/enrolment.ts';
import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import { commit } from '#lib/commit/commit.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { findSender } from '#lib/email-accounts/email-accounts.ts';
import { dueAfterFailure, type PreparedSend, toClaimedEmail } from '#lib/emails/claimed-send.ts';
import { endPendingExecution, endUnmailableExecution } from '#lib/emails/end-unmailable.ts';
import { postpone } from '#lib/emails/postpone.ts';
import { prepareEmail } from '#lib/emails/prepare.ts';
import {
  claimWrites,
  decideSend,
  type Sendable,
  type SendDecision,
  subjectOfThread,
} from '#lib/emails/send-decision.ts';
import { tryApply } from '#lib/emails/settle.ts';
import { type ClaimedEmail, leaseMs, type SendServices, sendAtMostOnce } from '#lib/emails/transmit.ts';
import { markOutcomeUnknown } from '#lib/emails/unknown-outcome.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { planExecutionPause } from '#lib/executions/status-transitions.ts';
import { readBeforeFollowUp } from '#lib/inbox/before-follow-up.ts';
import { domainOf } from '#lib/mail/message-id.ts';
import { log } from '#lib/runtime/log.ts';
import type { SendMessage } from '#lib/values/queues.ts';

/** Sends the email of a queue message at most once. */
export async function sendEmail(services: SendServices, message: SendMessage): Promise<void> {
  const hasConflict = await attemptSend(services, message);
  // The records have changed since they were read.
  if (hasConflict) await attemptSend(services, message);
}

/**
 * The reply check runs after the login, as late as possible.
 * @returns whether a condition of the claim failed
 */
async function attemptSend(services: SendServices, message: SendMessage): Promise<boolean> {
  const preparedSend = await prepare(services, message);
  if (!preparedSend) return false;
  const { execution } = preparedSend;
  let hasConflict = false;
  await sendAtMostOnce(services, {
    ...preparedSend,
    makeDue: (until) =>
      postpone(services, execution, dueAfterFailure(execution, until, services.now()), execution.zone),
    claim: async () => {
      if (!(await checkReplies(services, preparedSend))) return undefined;
      const claimedEmail = await claim(services, preparedSend);
      hasConflict = !claimedEmail;

      return claimedEmail;
    },
  });

  return hasConflict;
}

/** @returns undefined if the email is not sent now: the message was dropped, or the email's next state was written */
async function prepare(services: SendServices, message: SendMessage): Promise<PreparedSend | undefined> {
  const { table, now } = services;
  const { workspaceId, campaignId, contactId, accountId } = message;
  const [campaign, contact, account, execution] = await Promise.all([
    findCampaignItem(table, workspaceId, campaignId),
    findContact(table, workspaceId, contactId),
    findSender(table, workspaceId, accountId),
    findExecution(table, workspaceId, contactId, campaignId),
  ]);
  const decision = decideSend({ campaign, contact, account, execution }, now());
  if (decision.kind !== 'claim') {
    await applyDecision(services, message, decision);
    return undefined;
  }
  if (await isActiveElsewhere(table, decision.campaign, decision.execution)) {
    await endPendingExecution(services, decision.execution, 'stopped', 'active_elsewhere');
    return undefined;
  }

  return composeSend(services, message, await withPreviousAccount(services, decision));
}

/** A reassigned thread keeps the domain of its Message-IDs, because follow-ups reference them. */
async function withPreviousAccount({ table }: SendServices, sendable: Sendable): Promise<Sendable> {
  const { account, execution } = sendable;
  const { workspaceId, emailAccountId = account.id, messageDomain } = execution;
  const previousAccount =
    emailAccountId === account.id ? undefined : await findSender(table, workspaceId, emailAccountId);
  if (!previousAccount) return sendable;

  return {
    ...sendable,
    previousAccount,
    execution: { ...execution, messageDomain: messageDomain ?? domainOf(previousAccount.email) },
  };
}

async function applyDecision(
  services: SendServices,
  message: SendMessage,
  decision: Exclude<SendDecision, { kind: 'claim' }>,
): Promise<void> {
  switch (decision.kind) {
    case 'drop':
      log('info', 'send message dropped', { ...message, outcome: decision.reason });
      if (decision.reason === 'contact_not_mailable') await endUnmailableExecution(services, message);
      return;
    case 'end':
      return endPendingExecution(services, decision.execution, decision.status, decision.reason);
    case 'wait':
      return services.sends.send([{ message, delaySeconds: decision.delaySeconds }]);
    case 'postpone':
      return postpone(services, decision.execution, decision.until, decision.zone);
    case 'outcome_unknown':
      return markOutcomeUnknown(services, decision.execution, decision.token);
  }
}

async function composeSend(
  services: SendServices,
  message: SendMessage,
  sendable: Sendable,
): Promise<PreparedSend | undefined> {
  const { workspaceId } = message;
  const { campaign, contact, execution } = sendable;
  const composed = await prepareEmail(services, workspaceId, sendable);
  if (composed.kind === 'incomplete') {
    log('info', 'execution paused', { ...message, outcome: composed.reason });
    await tryApply(commit(services, workspaceId, planExecutionPause(execution, composed.reason)));
    return undefined;
  }
  if (composed.kind === 'impossible') {
    await endPendingExecution(services, execution, 'failed', composed.reason);
    return undefined;
  }

  const { sentCount, lastSentAt } = execution;
  const emailToClaim = { campaign, companyId: contact.companyId, isFirst: sentCount === 0, lastSentAt };
  const limitCheck = await checkDailyLimits(services, workspaceId, emailToClaim);
  if (limitCheck.kind === 'campaign_full') {
    log('info', 'send message dropped', { ...message, outcome: limitCheck.kind });
    return undefined;
  }
  if (limitCheck.kind === 'company_full') {
    await postpone(services, execution, limitCheck.until, execution.zone);
    return undefined;
  }

  return { ...sendable, workspaceId, composed, limitWrites: limitCheck.writes };
}

/** Delay before a follow-up is tried again when the inbox cannot be read. The next inbox sync runs earlier. */
const unreadableInboxDelayMs = 10 * 60_000;

/**
 * Checks the inbox for a reply before a follow-up. If the inbox cannot be read, the follow-up is postponed: a late follow-up
 * is better than one after a reply. The account shows the inbox error.
 * @returns whether the inbox was read; false if the follow-up is postponed
 */
async function checkReplies(services: SendServices, preparedSend: PreparedSend): Promise<boolean> {
  const { account, previousAccount, execution } = preparedSend;
  let isRead = true;
  // Replies to a reassigned thread may arrive in the previous account's inbox.
  for (const inboxAccount of previousAccount ? [previousAccount, account] : [account]) {
    isRead &&= await readBeforeFollowUp(services, inboxAccount, execution);
  }
  if (!isRead) await postpone(services, execution, services.now() + unreadableInboxDelayMs, execution.zone);

  return isRead;
}

/** @returns undefined if the email may no longer be sent at this time, or a condition of the claim failed */
async function claim(services: SendServices, preparedSend: PreparedSend): Promise<ClaimedEmail | undefined> {
  const { workspaceId, execution, account, limitWrites, composed } = preparedSend;
  // 72 bits. Kept short, because each email rewrites the item of its execution.
  const token = randomBytes(9).toString('base64url');
  const now = services.now();
  // The sending window may have closed during a slow login.
  if (decideSend(preparedSend, now).kind !== 'claim') return undefined;
  const { tracked } = composed;
  const lease = { ...composed, token, leaseUntil: now + leaseMs, now };
  const writes = claimWrites(workspaceId, preparedSend, lease, limitWrites);
  if (!(await tryApply(commit(services, workspaceId, { writes })))) return undefined;

  // The claim assigns the account: follow-ups use the same one.
  return toClaimedEmail(services, {
    ...preparedSend,
    execution: {
      ...execution,
      sendState: 'sending',
      emailAccountId: account.id,
      claimedSubject: subjectOfThread(composed),
      claimedTracking: tracked,
    },
    token,
  });
}
