import { ConnectionFailure, type FailureCode } from '#lib/network/connection-failure.ts';

const failures: Readonly<Record<FailureCode, string>> = {
  dns: 'there is no host of that name',
  blocked_address: 'it must be a public host, at port 465, 587 or 2525 to send and 993 or 143 to read',
  connect: 'it refused the connection',
  tls: 'it speaks no TLS, or its certificate is not valid for that name',
  timeout: 'it did not answer in time',
  reset: 'it closed the connection',
  too_large: 'it sent more than a session may receive',
};

/** What the libraries tell of a failure. nodemailer keeps the code of the system or of TLS as `originalCode`. */
interface LibraryFailure {
  readonly code?: unknown;
  readonly originalCode?: unknown;
}

/** Why a mail server could not be used, in words for whoever named it. Nothing that the server said is in them. */
export function whatHappened(error: unknown): string {
  if (error instanceof ConnectionFailure) return failures[error.code];
  if (!(error instanceof Error)) return failures.reset;
  const { code, originalCode } = error as LibraryFailure;
  const codes = [originalCode, code].filter((value) => typeof value === 'string').join(' ');

  if (/CERT|VERIFY|SELF_SIGNED|ALTNAME/i.test(codes)) return 'its certificate is not valid for that name';
  if (/TLS|SSL|EPROTO\b/i.test(codes)) return 'it speaks no TLS at that port, or not as `secure` says';
  if (/TIMEDOUT|Timeout/i.test(codes)) return failures.timeout;

  return /EPROTOCOL/.test(codes) ? 'it does not answer as a mail server' : 'it ended the dialogue';
}

const appPassword = 'make an app password in its settings and give that';

/** Providers that take no ordinary password, by the names of their servers. */
const advices: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\.)(?:gmail|google|googlemail)\.com$/, 'Google takes none but OAuth or an app password'],
  [
    /(?:^|\.)(?:office365|outlook|hotmail)\.com$/,
    'Microsoft takes none but OAuth, or an app password where the organisation allows it',
  ],
  [/(?:^|\.)(?:yahoo|aol)\.com$|(?:^|\.)mail\.me\.com$|(?:^|\.)fastmail\.com$/, appPassword],
  [/(?:^|\.)zoho\.[a-z]{2,6}(?:\.[a-z]{2,6})?$/, `where the account has two-factor login, ${appPassword}`],
];

/** What to do where a provider refused a password that may be right; empty for others. */
export function adviceFor(host: string): string {
  const advice = advices.find(([pattern]) => pattern.test(host.toLowerCase()))?.[1];

  return advice === undefined ? '' : `: ${advice}`;
}
