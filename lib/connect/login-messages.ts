import { ConnectionFailure, type FailureCode } from '#lib/network/connection-failure.ts';

const failures: Readonly<Record<FailureCode, string>> = {
  dns: 'the host does not exist',
  blocked_address: 'it must be a public host with port 465, 587 or 2525 for sending, 993 or 143 for reading',
  connect: 'it refused the connection',
  tls: 'it does not support TLS, or its certificate is not valid for the host name',
  timeout: 'it did not respond in time',
  reset: 'it closed the connection',
  too_large: 'it sent more data than allowed',
};

/** Error codes of the mail libraries. nodemailer keeps the system's or TLS code as `originalCode`. */
interface LibraryFailure {
  readonly code?: unknown;
  readonly originalCode?: unknown;
}

/** Explains why a mail server could not be used. The text never quotes the server's response. */
export function describeFailure(error: unknown): string {
  if (error instanceof ConnectionFailure) return failures[error.code];
  if (!(error instanceof Error)) return failures.reset;
  const { code, originalCode } = error as LibraryFailure;
  const codes = [originalCode, code].filter((value) => typeof value === 'string').join(' ');

  if (/CERT|VERIFY|SELF_SIGNED|ALTNAME/i.test(codes)) return 'its certificate is not valid for the host name';
  if (/TLS|SSL|EPROTO\b/i.test(codes))
    return 'it does not support TLS on that port, or not as set by `secure`';
  if (/TIMEDOUT|Timeout/i.test(codes)) return failures.timeout;

  return /EPROTOCOL/.test(codes) ? 'it does not respond like a mail server' : 'it ended the session';
}

const appPassword = 'create an app password in its settings and use that';

/** Providers that reject ordinary passwords, by server name. */
const passwordAdvices: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)(?:gmail|google|googlemail)\.com$/, 'Google accepts only OAuth or an app password'],
  [
    /(?:^|\.)(?:office365|outlook|hotmail)\.com$/,
    'sign in with Microsoft instead, because passwords work only while an administrator allows them',
  ],
  [/(?:^|\.)(?:yahoo|aol)\.com$|(?:^|\.)mail\.me\.com$|(?:^|\.)fastmail\.com$/, appPassword],
  [/(?:^|\.)zoho\.[a-z]{2,6}(?:\.[a-z]{2,6})?$/, `if the account has two-factor login, ${appPassword}`],
];

/** Advice for a provider that may have rejected a correct password; empty for other providers. */
export function passwordAdvice(host: string): string {
  const advice = passwordAdvices.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1];

  return advice === undefined ? '' : `: ${advice}`;
}

/*
 * Microsoft ended passwords, including app passwords, for reading in 2022, and for Outlook.com in September 2024. For sending from
 * Microsoft 365, they end in December 2026, unless an administrator enables them again:
 * https://techcommunity.microsoft.com/blog/exchange/updated-exchange-online-smtp-auth-basic-authentication-deprecation-timeline/4489835
 */
const passwordlessHosts = {
  smtp: /^smtp-mail\.outlook\.com$/,
  imap: /(?:^|\.)(?:office365|outlook|hotmail)\.com$/,
} as const;

/** Why a server accepts no passwords; undefined for other servers. Then no password is sent to it. */
export function passwordRefusal(kind: keyof typeof passwordlessHosts, host: string): string | undefined {
  return passwordlessHosts[kind].test(host.toLowerCase())
    ? 'Microsoft accepts no passwords for this mailbox, and no app passwords: sign in with Microsoft instead'
    : undefined;
}
