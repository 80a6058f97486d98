import { logInWith } from '#lib/email-accounts/credentials/credential.ts';
import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { type GrantServices, GrantUnavailable } from '#lib/email-accounts/grant.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import { openSmtp, type SmtpSession, SmtpUnavailable } from '#lib/mail/smtp.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';

/**
 * Logs the account in to its server for sending.
 * @param limits default to the time of a worker
 * @returns the failure if the server or the grant is unavailable
 */
export async function logInToSend(
  services: GrantServices,
  workspaceId: string,
  account: SendingAccount,
  limits?: { readonly timeoutMs: number; readonly budget: ConversationBudget },
): Promise<SmtpSession | { readonly failure: SendFailure }> {
  try {
    return await logInWith(services, workspaceId, account, {
      server: 'smtp',
      open: (credential) =>
        openSmtp(account, credential, services.loopback, limits?.timeoutMs, limits?.budget),
      isRefused: (error) => sendFailureOf(error)?.kind === 'auth',
    });
  } catch (error) {
    const failure = sendFailureOf(error);
    if (!failure) throw error;

    return { failure };
  }
}

/** The failure of a login or of its grant; undefined for any other error. */
function sendFailureOf(error: unknown): SendFailure | undefined {
  if (error instanceof SmtpUnavailable) return error.failure;

  return error instanceof GrantUnavailable ? { kind: error.kind, smtpCode: null } : undefined;
}
