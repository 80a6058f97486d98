import { randomUUID } from 'node:crypto';
import { findRoom } from '#lib/campaigns/dispatch/limits.ts';
import { findCampaignItem } from '#lib/campaigns/dispatch/running.ts';
import { isActiveElsewhere } from '#lib/campaigns/enrolment/active-elsewhere.ts';
import { commit } from '#lib/commit/commit.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { claimWrites, judgeSend, type Sendable, type SendVerdict } from '#lib/emails/claim.ts';
import { endDue, endUnmailable } from '#lib/emails/end-unmailable.ts';
import {
  type Claimed,
  leaseMs,
  openSession,
  type Ready,
  type SendServices,
  speak,
} from '#lib/emails/hand-over.ts';
import { loseMail } from '#lib/emails/lose.ts';
import { postpone } from '#lib/emails/postpone.ts';
import { prepareMail } from '#lib/emails/prepare.ts';
import { ifStillMine } from '#lib/emails/settle.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { planWaiting } from '#lib/executions/waiting.ts';
import { readBeforeFollowUp } from '#lib/inbox/before-follow-up.ts';
import { domainOf } from '#lib/mail/domain.ts';
import { log } from '#lib/runtime/log.ts';

/**
 * Sends the email of a queue message at most once, even if the queue message is delivered repeatedly. Steps before the claim
 * are repeatable. After the claim, only this invocation transmits the email.
 */
export async function sendMail(services: SendServices, call: SendCall): Promise<void> {
  const ended = await attempt(services, call, {});
  // The first attempt may have used stale reads.
  if (ended === 'conflict') await attempt(services, call, { consistent: true });
}

/**
 * Claims last: an unavailable mail server or a failed login must not use up the account's daily limit. The reply check runs
 * after the login, as late as possible.
 */
async function attempt(
  services: SendServices,
  call: SendCall,
  options: { readonly consistent?: boolean },
): Promise<'conflict' | undefined> {
  const ready = await prepare(services, call, options);
  const session = ready && (await openSession(services, ready));
  if (!session) return undefined;
  try {
    if (!(await isAnswerKnown(services, ready))) return undefined;
    const claimed = await claim(services, ready);
    if (!claimed) return 'conflict';
    await speak(services, claimed, session);
  } finally {
    session.close();
  }

  return undefined;
}

/** @returns undefined if the email is not sent now; then its next state has been written */
async function prepare(
  services: SendServices,
  call: SendCall,
  options: { readonly consistent?: boolean },
): Promise<Ready | undefined> {
  const { table, now } = services;
  const { workspaceId, campaignId, contactId, accountId } = call;
  const [campaign, contact, account, execution] = await Promise.all([
    findCampaignItem(table, workspaceId, campaignId, options),
    findContact(table, workspaceId, contactId, options),
    findAccount(table, workspaceId, accountId, options),
    findExecution(table, workspaceId, contactId, campaignId, options),
  ]);
  const verdict = judgeSend({ campaign, contact, account, execution }, now());
  if (verdict.kind !== 'claim') {
    await obey(services, call, verdict);
    return undefined;
  }
  if (await isActiveElsewhere(table, verdict.campaign, verdict.execution)) {
    await endDue(services, verdict.execution, 'stopped', 'active_elsewhere');
    return undefined;
  }

  return compose(services, call, await withFormerAccount(services, verdict));
}

/** A reassigned thread keeps the domain of its Message-IDs, because follow-ups reference them. */
async function withFormerAccount({ table }: SendServices, sendable: Sendable): Promise<Sendable> {
  const { account, execution } = sendable;
  const { workspaceId, emailAccountId = account.id, messageDomain } = execution;
  const former =
    emailAccountId === account.id ? undefined : await findAccount(table, workspaceId, emailAccountId);
  if (!former) return sendable;

  return {
    ...sendable,
    former,
    execution: { ...execution, messageDomain: messageDomain ?? domainOf(former.email) },
  };
}

async function obey(
  services: SendServices,
  call: SendCall,
  verdict: Exclude<SendVerdict, { kind: 'claim' }>,
): Promise<void> {
  switch (verdict.kind) {
    case 'drop':
      log('info', 'send message dropped', { ...call, outcome: verdict.why });
      if (verdict.why === 'contact_not_mailable') await endUnmailable(services, call);
      return;
    case 'end':
      return endDue(services, verdict.execution, verdict.status, verdict.reason);
    case 'wait':
      return services.sends.send([{ message: call, delaySeconds: verdict.delaySeconds }]);
    case 'postpone':
      return postpone(services, verdict.execution, verdict.until, verdict.zone);
    case 'outcome_unknown':
      return loseMail(services, verdict.execution, verdict.token);
  }
}

async function compose(
  services: SendServices,
  call: SendCall,
  sendable: Sendable,
): Promise<Ready | undefined> {
  const { workspaceId } = call;
  const { campaign, contact, execution } = sendable;
  const mail = await prepareMail(services, workspaceId, sendable);
  if (mail.kind === 'incomplete') {
    log('info', 'execution paused', { ...call, outcome: mail.reason });
    await ifStillMine(commit(services, workspaceId, planWaiting(execution, mail.reason)));
    return undefined;
  }
  if (mail.kind === 'impossible') {
    await endDue(services, execution, 'failed', mail.reason);
    return undefined;
  }

  const { companyId } = contact;
  const { sentCount, lastSentAt } = execution;
  const isFirst = sentCount === 0;
  const room = await findRoom(services, workspaceId, { campaign, companyId, isFirst, lastSentAt });
  if (room.kind === 'campaign_full') {
    log('info', 'send message dropped', { ...call, outcome: room.kind });
    return undefined;
  }
  if (room.kind === 'company_full') {
    await postpone(services, execution, room.until, execution.zone);
    return undefined;
  }

  return { ...sendable, workspaceId, mail, room: room.writes };
}

/** Delay before a follow-up is tried again when the inbox cannot be read. The next inbox sync runs earlier. */
const unreadableMs = 10 * 60_000;

/**
 * Checks the inbox for a reply before a follow-up. If the inbox cannot be read, the follow-up is postponed: a late follow-up
 * is better than one after a reply. The account shows the inbox error.
 */
async function isAnswerKnown(services: SendServices, ready: Ready): Promise<boolean> {
  const { account, former, execution } = ready;
  let isKnown = true;
  // Replies to a reassigned thread may arrive in the previous account's inbox.
  for (const inbox of former ? [former, account] : [account]) {
    isKnown &&= await readBeforeFollowUp(services, inbox, execution);
  }
  if (!isKnown) await postpone(services, execution, services.now() + unreadableMs, execution.zone);

  return isKnown;
}

/** @returns undefined if a condition of the claim failed */
async function claim(services: SendServices, ready: Ready): Promise<Claimed | undefined> {
  const { workspaceId, execution, account, room } = ready;
  const token = randomUUID();
  const now = services.now();
  // The sending window may have closed during a slow login.
  if (judgeSend(ready, now).kind !== 'claim') return undefined;
  const lease = { token, leaseUntil: now + leaseMs, now };
  const writes = claimWrites(workspaceId, ready, lease, room);
  if (!(await ifStillMine(commit(services, workspaceId, { writes })))) return undefined;

  // The claim assigns the account: follow-ups use the same one.
  return { ...ready, execution: { ...execution, sendState: 'sending', emailAccountId: account.id }, token };
}
