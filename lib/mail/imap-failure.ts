import { ConnectionFailure } from '#lib/network/connection-failure.ts';

/** The mailbox cannot be read: because its server refuses the account, or because it is not there. */
export class ImapUnavailable extends Error {
  readonly kind: 'auth' | 'unreachable';

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
}

/** RFC 5530: what a server says with these is no word about the password. */
const passing = /^(?:UNAVAILABLE|LIMIT|INUSE|SERVERBUG|CONTACTADMIN|ALERT)$/;
const passingWords =
  /\btoo many\b|\btry (?:again )?later\b|\btempora|\bunavailable\b|\blimit|\bbusy\b|\binternal\b/i;

/** What the library throws, as what it means. */
export function translate(error: unknown): never {
  if (error instanceof ImapUnavailable) throw error;
  if (error instanceof ConnectionFailure) throw new ImapUnavailable('unreachable', { cause: error });
  const {
    authenticationFailed,
    responseStatus,
    serverResponseCode = '',
    responseText = '',
  } = error as ImapFailure;
  // BAD says that the server did not understand, not that it does not want.
  const isAnswer = authenticationFailed === true && responseStatus === 'NO';
  const isRefused = isAnswer && !passing.test(serverResponseCode) && !passingWords.test(responseText);

  throw new ImapUnavailable(isRefused ? 'auth' : 'unreachable', { cause: error });
}
