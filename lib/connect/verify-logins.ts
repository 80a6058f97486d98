import { describeFailure, passwordAdvice, passwordRefusal } from '#lib/connect/login-messages.ts';
import type { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import type { MailCredential } from '#lib/mail/credential.ts';
import { ImapUnavailable, openInbox } from '#lib/mail/imap.ts';
import type { MailServer } from '#lib/mail/mail-server.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import { openSmtp, SmtpUnavailable } from '#lib/mail/smtp.ts';
import type { Loopback } from '#lib/network/public-host.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';

/** Time limit for both servers, which are checked concurrently. The request must be answered within 25 s. */
const loginTimeoutMs = 14_000;

type Mailbox = Pick<NewEmailAccount, 'email'> & {
  readonly smtp: MailServer | undefined;
  readonly imap?: MailServer | null | undefined;
} & (Pick<NewEmailAccount, 'password' | 'imapPassword'> | { readonly accessToken: string });

/**
 * Logs in to the servers as the account will: an account is not connected if it cannot send or its inbox cannot be read. It
 * sends no email and does not change the inbox. Server responses are not quoted, because they may have the password.
 * @returns faults by field; empty when all given servers accept the login
 */
export async function verifyLogins(mailbox: Mailbox, loopback: Loopback): Promise<ProblemDetail[]> {
  const problems = await Promise.all([
    verifySmtpLogin(mailbox, loopback),
    verifyImapLogin(mailbox, loopback),
  ]);

  // One provider may refuse passwords at both servers for the same reason.
  const byMessage = new Map(problems.flat().map((each) => [each.message, each]));

  return [...byMessage.values()];
}

async function verifySmtpLogin(mailbox: Mailbox, loopback: Loopback): Promise<ProblemDetail[]> {
  const { email, smtp } = mailbox;
  if (!smtp) return [];
  const { host, port } = smtp;
  const refused = refusedPassword(mailbox, 'smtp', host);
  if (refused) return [refused];
  try {
    const session = await openSmtp({ email, smtp }, credentialsOf(mailbox).smtp, loopback, loginTimeoutMs);
    session.close();

    return [];
  } catch (error) {
    if (!(error instanceof SmtpUnavailable)) throw error;
    const server = `the mail server ${host}:${port}`;
    switch (error.failure.kind) {
      case 'auth':
        return [loginFault(mailbox, 'password', server, host, error.failure.settingToChange)];
      case 'sender_refused':
        return [
          {
            path: 'email',
            rule: 'sender',
            message: `${server} does not allow the account to send from this address`,
          },
        ];
      case 'rate':
      case 'quota':
        return [busyFault(server)];
      default:
        return isTemporary(error.failure)
          ? [busyFault(server)]
          : [reachabilityFault('smtp.host', server, error.cause)];
    }
  }
}

const isTemporary = ({ smtpCode }: SendFailure): boolean => smtpCode !== null && smtpCode < 500;

function busyFault(server: string): ProblemDetail {
  return { path: 'smtp.host', rule: 'busy', message: `${server} temporarily accepts no more logins` };
}

async function verifyImapLogin(mailbox: Mailbox, loopback: Loopback): Promise<ProblemDetail[]> {
  const { imap } = mailbox;
  if (!imap) return [];
  const refused = refusedPassword(mailbox, 'imap', imap.host);
  if (refused) return [refused];
  try {
    const limits = { loopback, timeoutMs: loginTimeoutMs };
    const session = await openInbox(imap, credentialsOf(mailbox).imap, limits);
    session.close();

    return [];
  } catch (error) {
    if (!(error instanceof ImapUnavailable)) throw error;
    const server = `the inbox server ${imap.host}:${imap.port}`;

    return error.kind === 'auth'
      ? [loginFault(mailbox, 'imapPassword' in mailbox ? 'imapPassword' : 'password', server, imap.host)]
      : [reachabilityFault('imap.host', server, error.cause)];
  }
}

function credentialsOf(mailbox: Mailbox): { readonly smtp: MailCredential; readonly imap: MailCredential } {
  if ('accessToken' in mailbox) {
    const token = { kind: 'token', accessToken: mailbox.accessToken } as const;

    return { smtp: token, imap: token };
  }
  const { password, imapPassword = password } = mailbox;

  return { smtp: { kind: 'password', password }, imap: { kind: 'password', password: imapPassword } };
}

/** A provider without passwords is not asked: it would count the login as a failed attempt. */
function refusedPassword(mailbox: Mailbox, kind: 'smtp' | 'imap', host: string): ProblemDetail | undefined {
  const message = 'accessToken' in mailbox ? undefined : passwordRefusal(kind, host);

  return message === undefined ? undefined : { path: 'password', rule: 'login', message };
}

/** @param setting the setting that the reply requires, if it names one */
function loginFault(
  mailbox: Mailbox,
  path: string,
  server: string,
  host: string,
  setting?: string | null,
): ProblemDetail {
  const isToken = 'accessToken' in mailbox;
  if (setting) {
    return { path: isToken ? '' : path, rule: 'login', message: `${server} rejected the login: ${setting}` };
  }
  if (isToken) {
    const message = `${server} rejected the login: grant all requested permissions, and check that access by email programs is enabled for the mailbox`;

    return { path: '', rule: 'login', message };
  }
  const message = `${server} rejected the user name or the password${passwordAdvice(host)}`;

  return { path, rule: 'login', message };
}

function reachabilityFault(path: string, server: string, cause: unknown): ProblemDetail {
  return { path, rule: 'reachable', message: `${server} cannot be used: ${describeFailure(cause)}` };
}
