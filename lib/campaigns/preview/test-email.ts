import { findUserWorkspace } from '#lib/auth/stored-user.ts';
import { composePreview } from '#lib/campaigns/preview/compose-preview.ts';
import type { TestEmailRequest, TestEmailResult } from '#lib/campaigns/preview/schemas.ts';
import { readPreviewTarget, withoutContact } from '#lib/campaigns/preview/target.ts';
import type { Change, EffectGuard } from '#lib/commit/change.ts';
import { isBlocklisted } from '#lib/contacts/addresses/blocklisted-address.ts';
import { dailyLimitWrites } from '#lib/direct-emails/limits.ts';
import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { directCountUpdate } from '#lib/email-accounts/email-accounts.ts';
import type { GrantServices } from '#lib/email-accounts/grant.ts';
import { isUsable } from '#lib/email-accounts/sending.ts';
import type { ComposeServices } from '#lib/emails/compose-step.ts';
import { logInToSend } from '#lib/emails/log-in.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import type { SendResult } from '#lib/mail/send-result.ts';
import { smtpBudget } from '#lib/mail/smtp.ts';
import { newId } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

const subjectPrefix = '[Test] ';
/** The endpoint has 25 s. */
const loginLimits = { timeoutMs: 12_000, budget: { ...smtpBudget, timeMs: 20_000 } };

/**
 * Sends one email of a campaign to a user of the workspace. Its links and its Message-ID belong to no contact, so opens,
 * clicks, replies and bounces are not recorded. It counts as an email of the account's day, and towards the limits of test emails.
 * A repeated request without an Idempotency-Key sends another email.
 * @throws Problem 404 or 422
 */
export async function sendTestEmail(
  services: GrantServices & ComposeServices,
  workspaceId: string,
  campaignId: string,
  { to, ...request }: TestEmailRequest,
  effects: EffectGuard,
): Promise<Change<TestEmailResult>> {
  if ((await findUserWorkspace(services.table, to)) !== workspaceId) {
    throw invalidField('to', 'exists', 'must be the address of a user of the workspace');
  }
  if (await isBlocklisted(services.table, workspaceId, to, 'address')) {
    throw invalidField('to', 'state', 'is blocklisted');
  }
  const target = await readPreviewTarget(services, workspaceId, campaignId, request);
  const { account } = target;
  if (!account) {
    const message = 'must be given, because the campaign has no email account';
    throw invalidField('emailAccountId', 'exists', message);
  }
  if (!isUsable(account)) throw invalidField('emailAccountId', 'state', 'is not connected');
  const composed = await composePreview(
    services,
    workspaceId,
    withoutContact(target, newId('exe', services.now())),
    {
      subjectPrefix,
      to,
    },
  );
  // Counted before the transmission, so that concurrent requests and interrupted ones exceed no limit.
  await effects.commitFirst([
    ...(await dailyLimitWrites(services.signer, workspaceId, 'testEmails', [to], services.now(), {
      path: 'to',
    })),
    directCountUpdate(workspaceId, account, services.now()),
  ]);
  const outcome = await transmit(services, workspaceId, account, effects, { to, raw: composed.raw });

  return {
    // The link of the email leads to its page, but to no contact.
    writes: composed.content.hasShortLink ? [composed.links.short.putAt(services.now())] : [],
    result: {
      isAccepted: outcome.error === null,
      to,
      emailAccountId: account.id,
      messageId: composed.messageId,
      ...outcome,
      subject: `${subjectPrefix}${composed.thread ? 'Re: ' : ''}${composed.subject}`,
    },
  };
}

type Outcome = Pick<TestEmailResult, 'smtpCode' | 'error'>;

async function transmit(
  services: GrantServices,
  workspaceId: string,
  account: SendingAccount,
  { requireAuthority }: EffectGuard,
  email: { readonly to: string; readonly raw: Buffer },
): Promise<Outcome> {
  const session = await logInToSend(services, workspaceId, account, loginLimits);
  if ('failure' in session) return outcomeOfFailure(session.failure);
  try {
    // A mail server of the caller decides how long its login takes.
    await requireAuthority();

    return outcomeOf(await session.send({ from: account.email, ...email }));
  } finally {
    session.close();
  }
}

function outcomeOf(result: SendResult): Outcome {
  switch (result.kind) {
    case 'accepted':
      return { smtpCode: null, error: null };
    case 'refused':
      return { smtpCode: result.refusal.smtpCode, error: 'rejected' };
    case 'send_failure':
      return outcomeOfFailure(result.failure);
    case 'unknown':
      return { smtpCode: null, error: 'outcome_unknown' };
  }
}

function outcomeOfFailure({ kind, smtpCode }: SendFailure): Outcome {
  if (kind === 'auth' || kind === 'unreachable') return { smtpCode, error: kind };

  return { smtpCode, error: kind === 'sender_refused' ? 'rejected' : 'busy' };
}
