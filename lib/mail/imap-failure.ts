import { ConnectionFailure } from '#lib/network/connection-failure.ts';

/** The mailbox cannot be read: its server rejects the login, is unreachable or exceeds a limit. */
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

/** imapflow's error codes for exceeded response limits. */
const limitErrorCodes = 'LineTooLarge LiteralTooLarge ResponseTooLarge TooManyTokens'.split(' ');

/** RFC 5530: response codes that do not concern the password. For `ALERT`, which any response may have, the text decides. */
const temporaryCodes = /^(?:UNAVAILABLE|LIMIT|INUSE|SERVERBUG|CONTACTADMIN)$/;
const temporaryPattern =
  /\btoo many\b|\btry (?:again )?later\b|\btempora|\bunavailable\b|\blimit|\bbusy\b|\binternal\b/i;

/** Whether a response exceeded a limit of the library. */
export function isLimitError(error: unknown): boolean {
  return error instanceof Error && limitErrorCodes.includes((error as ImapFailure).code ?? '');
}

/** Whether the server understood and rejected a command, or does not support it. The session can continue. */
export function isRejection(error: unknown): boolean {
  return error instanceof Error && /^(?:NO|BAD)$/.test((error as ImapFailure).responseStatus ?? '');
}

/** Converts the library's errors to `ImapUnavailable`. */
export function throwImapUnavailable(error: unknown): never {
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
  if (isLimitError(error)) throw new ImapUnavailable('limit_exceeded', { cause: error });
  // BAD means that the server did not understand the command, not that it rejects the login.
  const isLoginRefusal = authenticationFailed === true && responseStatus === 'NO';
  const isRefused =
    isLoginRefusal && !temporaryCodes.test(serverResponseCode) && !temporaryPattern.test(responseText);

  throw new ImapUnavailable(isRefused ? 'auth' : 'unreachable', { cause: error });
}
