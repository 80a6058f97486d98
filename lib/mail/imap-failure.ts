import { ConnectionFailure } from '#lib/network/connection-failure.ts';

/** The mailbox cannot be read: because its server refuses the account, or because it is not there. */
export class ImapUnavailable extends Error {
  /** `limit_exceeded`: the server sent more than a session may receive. */
  readonly kind: 'auth' | 'unreachable' | 'limit_exceeded';

  constructor(kind: ImapUnavailable['kind'], options?: ErrorOptions) {
    super(`IMAP: ${kind}`, options);
    this.name = 'ImapUnavailable';
    this.kind = kind;
  }
}

interface ImapFailure {
  readonly authenticationFailed?: boolean;
  readonly responseStatus?: string;
  readonly serverResponseCode?: string;
  readonly responseText?: string;
  readonly code?: string;
}

/** What imapflow calls the limits of one response. */
const limits: readonly string[] = ['LineTooLarge', 'LiteralTooLarge', 'ResponseTooLarge', 'TooManyTokens'];

/** RFC 5530: what a server says with these is no word about the password. */
const passing = /^(?:UNAVAILABLE|LIMIT|INUSE|SERVERBUG|CONTACTADMIN|ALERT)$/;
const passingWords =
  /\btoo many\b|\btry (?:again )?later\b|\btempora|\bunavailable\b|\blimit|\bbusy\b|\binternal\b/i;

export function isLimit(error: unknown): boolean {
  return error instanceof Error && limits.includes((error as ImapFailure).code ?? '');
}

/** What the library throws, as what it means. */
export function translate(error: unknown): never {
  if (error instanceof ImapUnavailable) throw error;
  if (error instanceof ConnectionFailure) {
    const kind = error.code === 'too_large' ? 'limit_exceeded' : 'unreachable';
    throw new ImapUnavailable(kind, { cause: error });
  }
  const {
    authenticationFailed,
    responseStatus,
    serverResponseCode = '',
    responseText = '',
  } = error as ImapFailure;
  if (isLimit(error)) throw new ImapUnavailable('limit_exceeded', { cause: error });
  // BAD says that the server did not understand, not that it does not want.
  const isAnswer = authenticationFailed === true && responseStatus === 'NO';
  const isRefused = isAnswer && !passing.test(serverResponseCode) && !passingWords.test(responseText);

  throw new ImapUnavailable(isRefused ? 'auth' : 'unreachable', { cause: error });
}
