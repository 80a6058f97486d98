import { randomUUID } from 'node:crypto';
import { findRoom } from '#lib/campaigns/limits.ts';
import { findCampaignItem } from '#lib/campaigns/running.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { claimWrites, judgeSend, type Sendable, type SendVerdict } from '#lib/emails/claim.ts';
import { endDue, endUnmailable } from '#lib/emails/end-unmailable.ts';
import { type Claimed, handOver, leaseMs, type SendServices } from '#lib/emails/hand-over.ts';
import { postpone } from '#lib/emails/postpone.ts';
import { prepareMail } from '#lib/emails/prepare.ts';
import { ifStillMine } from '#lib/emails/settle.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { loseWrite } from '#lib/executions/transitions.ts';
import { pauseWrite } from '#lib/executions/waiting.ts';
import { commit } from '#lib/runtime/commit.ts';
import { log } from '#lib/runtime/log.ts';
import { updateIf } from '#lib/storage/update-if.ts';

/**
 * Sends the mail that a hint speaks of, at most once, however often the hint comes. Before `commitWrite` everything
 * may be repeated; after it the mail is handed over by this invocation or by nobody.
 */
export async function sendMail(services: SendServices, call: SendCall): Promise<void> {
  const claimed = await claim(services, call, {});
  // What it was decided by may have been read a moment too early.
  const again = claimed === 'lost' ? await claim(services, call, { consistent: true }) : claimed;
  if (again === 'lost' || again === undefined) return;

  await handOver(services, again);
}

/** @returns the mail, in this worker's hands; undefined when it is not to be sent; `lost` when a condition did not hold */
async function claim(
  services: SendServices,
  call: SendCall,
  options: { readonly consistent?: boolean },
): Promise<Claimed | 'lost' | undefined> {
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

  return take(services, call, verdict);
}

async function obey(
  services: SendServices,
  call: SendCall,
  verdict: Exclude<SendVerdict, { kind: 'claim' }>,
): Promise<void> {
  const { table, now } = services;
  switch (verdict.kind) {
    case 'drop':
      log('info', 'hint dropped', { ...call, outcome: verdict.why });
      if (verdict.why === 'contact_not_mailable') await endUnmailable(services, call);
      return;
    case 'end':
      return endDue(services, verdict.execution, verdict.status);
    case 'wait':
      return services.sends.send([{ message: call, delaySeconds: verdict.delaySeconds }]);
    case 'postpone':
      return postpone(services, verdict.execution, verdict.until, verdict.zone);
    case 'lost':
      await updateIf(table, loseWrite(verdict.execution, verdict.token, now()));
  }
}

/** Everything that can be found wrong before somebody has it in hand is found here. */
async function take(
  services: SendServices,
  call: SendCall,
  sendable: Sendable,
): Promise<Claimed | 'lost' | undefined> {
  const { now } = services;
  const { workspaceId } = call;
  const { campaign, contact, execution } = sendable;
  const mail = await prepareMail(services, workspaceId, sendable);
  if (mail.kind === 'lacking') {
    log('info', 'execution paused', { ...call, outcome: mail.reason });
    await updateIf(services.table, pauseWrite(execution, mail.reason));
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
    log('info', 'hint dropped', { ...call, outcome: room.kind });
    return undefined;
  }
  if (room.kind === 'company_full') {
    await postpone(services, execution, room.until, execution.zone);
    return undefined;
  }

  const token = randomUUID();
  const lease = { token, leaseUntil: now() + leaseMs, now: now() };
  const writes = claimWrites(workspaceId, sendable, lease, room.writes);
  const isMine = await ifStillMine(commit(services, workspaceId, { writes }));

  // From here on the execution has its account: what comes next waits for that one.
  const mine = { ...execution, emailAccountId: sendable.account.id };

  return isMine ? { ...sendable, execution: mine, workspaceId, token, mail } : 'lost';
}
