import { checkDailyLimits } from '#lib/campaigns/dispatch/daily-limits.ts';
import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import { commit } from '#lib/commit/commit.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { claimDirectEmail, settleDirectEmail } from '#lib/direct-emails/transitions.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { endPendingExecution, endUnmailableExecution } from '#lib/emails/end-unmailable.ts';
import { postpone } from '#lib/emails/postpone.ts';
import { prepareEmail } from '#lib/emails/prepare.ts';
import { claimWrites, decideSend, type Sendable, subjectOfThread } from '#lib/emails/send-decision.ts';
import { tryApply } from '#lib/emails/settle.ts';
import { leaseMs, transmitEmail } from '#lib/emails/transmit.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { SendResult } from '#lib/mail/send-result.ts';
import { answerToDirectEmail, findAnswer } from '#lib/replies/answers/answers.ts';
import type { AnswerMessage, SendMessage } from '#lib/values/queues.ts';
import { scheduleReactions } from './react.ts';
import { hasLeft } from './recipients.ts';
import type { World } from './world.ts';

/** One worker processes one message at a time, so a token only has to be present. */
const token = 'history';

/** Sends an email like the deployed worker, with a simulated mail server, and schedules the reactions of its recipient. */
export async function sendEmail(world: World, message: SendMessage): Promise<void> {
  const { services } = world;
  const { table, now } = services;
  const { workspaceId, campaignId, contactId, accountId } = message;
  const decision = decideSend(
    {
      campaign: await findCampaignItem(table, workspaceId, campaignId),
      contact: await findContact(table, workspaceId, contactId),
      account: await findAccount(table, workspaceId, accountId),
      execution: await findExecution(table, workspaceId, contactId, campaignId),
    },
    now(),
  );
  switch (decision.kind) {
    case 'claim':
      return transmit(world, decision);
    case 'end':
      return endPendingExecution(services, decision.execution, decision.status, decision.reason);
    case 'wait':
      return services.sends.send([{ message, delaySeconds: decision.delaySeconds }]);
    case 'postpone':
      return postpone(services, decision.execution, decision.until, decision.zone);
    case 'drop':
      if (decision.reason === 'contact_not_mailable') await endUnmailableExecution(services, message);
      return;
    case 'outcome_unknown':
      throw new Error('a send of the history has no outcome');
  }
}

async function transmit(world: World, sendable: Sendable): Promise<void> {
  const { services, workspaceId } = world;
  const { campaign, contact, account, execution, stepId } = sendable;
  const composed = await prepareEmail(services, workspaceId, sendable);
  if (composed.kind !== 'prepared') throw new Error(`an email of the history is ${composed.reason}`);
  const { sentCount, lastSentAt } = execution;
  const email = { campaign, companyId: contact.companyId, isFirst: sentCount === 0, lastSentAt };
  const limits = await checkDailyLimits(services, workspaceId, email);
  if (limits.kind === 'company_full') return postpone(services, execution, limits.until, execution.zone);
  if (limits.kind === 'campaign_full') return;
  const now = services.now();
  const lease = { ...composed, token, leaseUntil: now + leaseMs, now };
  const writes = claimWrites(workspaceId, sendable, lease, limits.writes);
  if (!(await tryApply(commit(services, workspaceId, { writes })))) return;

  const response = respond(contact.email);
  const claim = {
    sendState: 'sending',
    emailAccountId: account.id,
    claimedSubject: subjectOfThread(composed),
    claimedTracking: composed.tracked,
  } as const;
  const claimed = { ...execution, ...claim };
  await transmitEmail(
    services,
    { ...sendable, workspaceId, composed, limitWrites: limits.writes, execution: claimed, token },
    { send: async () => response, close: () => undefined },
  );
  if (response.kind === 'accepted')
    scheduleReactions(world, { execution, contact, stepId, account, composed });
}

/** The simulated mail server rejects the addresses of people who have left their company. */
function respond(address: string): SendResult {
  if (!hasLeft(address)) return { kind: 'accepted', serverId: undefined };
  const diagnostic = `<${address}>: Recipient address rejected: User unknown`;

  return {
    kind: 'refused',
    verdict: { kind: 'bounce' },
    refusal: { smtpCode: 550, enhancedCode: '5.1.1', diagnostic },
  };
}

/** Claims an answer and records it as sent. The simulated mail server accepts all answers. */
export async function sendAnswer({ services }: World, message: AnswerMessage): Promise<void> {
  const { workspaceId, contactId, answerId } = message;
  const answer = await findAnswer(services.table, workspaceId, contactId, answerId);
  if (!answer) return;
  const email = answerToDirectEmail(workspaceId, answer);
  const now = services.now();
  await commit(services, workspaceId, {
    writes: [claimDirectEmail(email, { token, leaseUntil: now + leaseMs })],
  });
  await commit(services, workspaceId, {
    writes: [settleDirectEmail(email, token, { status: 'sent' }, now)],
  });
}
