import { findServers, type ServerSearch } from '#lib/connect/find-servers.ts';
import type { EmailAccountByPassword, MailServerHints } from '#lib/connect/mailbox.ts';
import type { FoundServer } from '#lib/connect/providers.ts';
import type { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import type { MailServer } from '#lib/mail/mail-server.ts';
import { normaliseEmail, splitAddress } from '#lib/values/email-address.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';

/** A server that was not found is undefined, with a problem in `missing`. */
interface Choice {
  readonly smtp: MailServer | undefined;
  readonly imap: MailServer | null | undefined;
  readonly missing: readonly ProblemDetail[];
}

/**
 * Chooses the servers of a mailbox: the given servers, the servers of the reconnected account, or the detected servers.
 * The missing values of a server with only some given values are completed.
 */
export async function chooseServers(
  search: ServerSearch,
  { email, smtp, imap }: EmailAccountByPassword,
  account: Pick<NewEmailAccount, 'smtp' | 'imap'> | undefined,
): Promise<Choice> {
  const { domain } = splitAddress(normaliseEmail(email));
  const isImapDisabled = imap === null || (imap === undefined && account?.imap === null);
  const hasServer = (given: MailServerHints | undefined, accountServer: MailServer | null | undefined) =>
    given?.host !== undefined || (accountServer !== undefined && accountServer !== null);
  const detected = await findServers(search, domain, {
    smtp: !hasServer(smtp, account?.smtp),
    imap: !isImapDisabled && !hasServer(imap ?? undefined, account?.imap),
  });

  const smtpServer = completeServer('smtp', email, smtp, account?.smtp ?? detected.smtp);
  const imapServer = isImapDisabled
    ? null
    : completeServer('imap', email, imap ?? {}, account?.imap ?? detected.imap);

  return {
    smtp: smtpServer,
    imap: imapServer,
    missing: [
      ...(smtpServer ? [] : [notFoundDetail('smtp', `no outgoing mail server of ${domain}`, '')]),
      ...(imapServer === undefined
        ? [
            notFoundDetail(
              'imap',
              `no inbox of ${domain}`,
              ', or connect the account without reading replies',
            ),
          ]
        : []),
    ],
  };
}

/** `implicit`: for implicit TLS. `startTls`: for STARTTLS. `usual`: if neither the port nor the TLS setting is known. */
const defaultPorts = {
  smtp: { implicit: 465, usual: 587, startTls: 587 },
  imap: { implicit: 993, usual: 993, startTls: 143 },
} as const;

/**
 * Completes the given values of a server.
 * @param known server that provides missing values; ignored if `given` has a host
 * @returns undefined if no host is known
 */
function completeServer(
  kind: 'smtp' | 'imap',
  email: string,
  given: MailServerHints = {},
  known?: FoundServer & { readonly username?: string },
): MailServer | undefined {
  const fallback = given.host === undefined ? known : undefined;
  const { host = fallback?.host, username = fallback?.username ?? email } = given;
  if (host === undefined) return undefined;

  return { host, ...completePort(kind, given, fallback), username };
}

/** If only `port` or only `secure` is given, the other value is derived from it, not taken from the known server. */
function completePort(kind: 'smtp' | 'imap', { port, secure }: MailServerHints, known?: FoundServer) {
  const { implicit, usual, startTls } = defaultPorts[kind];
  if (port !== undefined) return { port, secure: secure ?? port === implicit };
  if (secure !== undefined) return { port: secure ? implicit : startTls, secure };

  return known ? { port: known.port, secure: known.secure } : { port: usual, secure: usual === implicit };
}

function notFoundDetail(path: string, missing: string, alternative: string): ProblemDetail {
  return { path, rule: 'found', message: `${missing} was found: set its host${alternative}` };
}
