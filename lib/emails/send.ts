import { randomUUID } from 'node:crypto';
import { findCampaignItem } from '#lib/campaigns/running.ts';
import { findStep } from '#lib/campaigns/step-items.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { findAccount, openPassword } from '#lib/email-accounts/email-accounts.ts';
import { planSetback, recoveryWrites, type Setback } from '#lib/email-accounts/setback.ts';
import { claimWrites, judgeSend, type SendVerdict } from '#lib/emails/claim.ts';
import { composeMail } from '#lib/emails/compose.ts';
import { endUnmailable } from '#lib/emails/end-unmailable.ts';
import { type Bounced, planHardBounce } from '#lib/emails/hard-bounce.ts';
import { type Outcome, planFailed, planRetry, planSent, planSetAside } from '#lib/emails/outcome.ts';
import { settleMail } from '#lib/emails/settle.ts';
import { chooseVariant, type Variant } from '#lib/emails/variant.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { commitWrite, loseWrite } from '#lib/executions/transitions.ts';
import type { Handover } from '#lib/mail/handover.ts';
import { openSmtp, type SmtpSession, SmtpUnavailable } from '#lib/mail/smtp.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { commit } from '#lib/runtime/commit.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { ConditionFailed, TransactionRefused } from '#lib/storage/table.ts';

/** Longer than the function may run: a lease that is over means that its holder is gone. */
const leaseMs = 240_000;

export interface SendServices extends Services {
  readonly vault: Vault;
  readonly sends: Queue<SendCall>;
  /** Whether mail servers may be on this machine: in the local stack only. */
  readonly loopback: 'allow' | 'refuse';
}

type Claimed = Extract<SendVerdict, { kind: 'claim' }> & {
  readonly call: SendCall;
  readonly token: string;
  readonly variant: Variant;
  readonly messageId: string;
};

/**
 * Sends the mail that a hint speaks of, at most once, however often the hint comes. Before `commitWrite` everything
 * may be repeated; after it the mail is handed over by this invocation or by nobody.
 */
export async function sendMail(services: SendServices, call: SendCall): Promise<void> {
  const { table, now } = services;
  const { workspaceId, campaignId, contactId, accountId, stepId } = call;
  const [campaign, contact, account, execution, step] = await Promise.all([
    findCampaignItem(table, workspaceId, campaignId),
    findContact(table, workspaceId, contactId),
    findAccount(table, workspaceId, accountId),
    findExecution(table, workspaceId, contactId, campaignId),
    findStep(table, workspaceId, campaignId, stepId),
  ]);
  const verdict = judgeSend({ campaign, contact, account, execution }, call, now());

  switch (verdict.kind) {
    case 'drop':
      log('info', 'hint dropped', { workspaceId, campaignId, contactId, outcome: verdict.why });
      if (verdict.why === 'contact_not_mailable') await endUnmailable(services, call);
      return;
    case 'wait':
      return services.sends.send([{ message: call, delaySeconds: verdict.delaySeconds }]);
    case 'lost':
      await ifStillMine(table.update(loseWrite(verdict.execution, verdict.token, now())));
      return;
    case 'claim': {
      const variant = step && chooseVariant(step, verdict.execution.id);
      if (!variant) throw new Error(`${stepId} has nothing to send`);
      const token = randomUUID();
      const claim = { token, leaseUntil: now() + leaseMs, now: now() };
      if (!(await ifStillMine(commit(services, workspaceId, { writes: claimWrites(call, verdict, claim) }))))
        return;
      const messageId = await messageIdOf(services, call, verdict);
      await sendClaimed(services, { ...verdict, call, token, variant, messageId });
    }
  }
}

/** Fixed before the dialogue. Its code tells a reply to it from a forgery. */
async function messageIdOf(
  { vault }: SendServices,
  { workspaceId, stepId }: SendCall,
  { execution, account }: Pick<Claimed, 'execution' | 'account'>,
): Promise<string> {
  const domain = account.email.slice(account.email.lastIndexOf('@') + 1);
  const code = await vault.authenticate(workspaceId, `${execution.id}.${stepId}`);

  return `<${execution.id}.${stepId}.${code}@${domain}>`;
}

async function sendClaimed(services: SendServices, claimed: Claimed): Promise<void> {
  const { account, contact, execution, token, variant, messageId } = claimed;
  const mail = await composeMail(variant, contact, account, messageId);
  if (mail.kind === 'missing') {
    return settleMail(services, execution, token, (current) =>
      planFailed(current, token, 'missing_variable', services.now()),
    );
  }

  const session = await openSession(services, claimed);
  if (!session) return;
  try {
    if (!(await ifStillMine(services.table.update(commitWrite(execution, token, services.now() + leaseMs)))))
      return;
    await handOver(services, claimed, session, mail.raw);
  } finally {
    session.close();
  }
}

/** Everything that can go wrong without a word about the mail goes wrong here. */
async function openSession(services: SendServices, claimed: Claimed): Promise<SmtpSession | undefined> {
  const { call, account } = claimed;
  try {
    const password = await openPassword(services.vault, call.workspaceId, account);

    return await openSmtp(account, password, services.loopback);
  } catch (error) {
    if (!(error instanceof SmtpUnavailable)) throw error;
    await setAside(services, claimed, error.setback);

    return undefined;
  }
}

/** The account has to stop, and the mail waits for it. Of workers that meet the same refusal one stops the account. */
async function setAside(services: SendServices, claimed: Claimed, setback: Setback): Promise<void> {
  const { call, account, execution, token } = claimed;
  const { writes, until } = planSetback(call.workspaceId, account, setback, services.now());
  log('warn', 'mail server not available', { accountId: account.id, code: setback.kind });
  await settleMail(services, execution, token, (current) => planSetAside(current, token, until));
  await ifStillMine(commit(services, call.workspaceId, { writes }));
}

async function handOver(
  services: SendServices,
  claimed: Claimed,
  session: SmtpSession,
  raw: Buffer,
): Promise<void> {
  const { call, account, contact, execution, token, variant, messageId } = claimed;
  const handover = await session.handOver({ from: account.email, to: contact.email, raw });
  const mail = { stepId: call.stepId, emailAccountId: account.id, variantId: variant.id, messageId };

  switch (handover.kind) {
    case 'accepted':
      await settleMail(services, execution, token, (current) =>
        planSent(current, token, mail, services.now()),
      );
      await recover(services, claimed);
      return;
    case 'refused':
      return settleMail(services, execution, token, (current) =>
        planRefused(services, { execution: current, token, address: contact.email, mail }, handover),
      );
    case 'setback':
      return setAside(services, claimed, handover.setback);
    case 'unknown':
      await ifStillMine(services.table.update(loseWrite(execution, token, services.now())));
  }
}

function planRefused(
  services: SendServices,
  bounced: Bounced,
  { refusal, verdict }: Extract<Handover, { kind: 'refused' }>,
): Outcome | Promise<Outcome> {
  const { execution, token } = bounced;
  const reason = `smtp_${refusal.smtpCode}`;
  switch (verdict) {
    case 'bounce':
      return planHardBounce(services, bounced, refusal);
    case 'fail':
      return planFailed(execution, token, reason, services.now());
    case 'retry':
      return planRetry(execution, token, reason, services.now());
  }
}

async function recover(services: SendServices, { call, account }: Claimed): Promise<void> {
  const writes = recoveryWrites(call.workspaceId, account, services.now());
  if (writes.length > 0) await ifStillMine(commit(services, call.workspaceId, { writes }));
}

/** False when a condition was lost: somebody else has, or has had, the mail in hand. */
async function ifStillMine(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;

    return true;
  } catch (error) {
    if (error instanceof ConditionFailed || error instanceof TransactionRefused) return false;
    throw error;
  }
}
