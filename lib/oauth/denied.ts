import {
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';

/** A request for tokens failed. */
export class TokensDenied extends Error {
  /**
   * `refused`: the owner or the provider revoked or denied the permission. `client`: the provider rejects this service's
   * registration; only the operator can correct it. `unreachable`: no valid response.
   */
  readonly kind: 'refused' | 'client' | 'unreachable';

  constructor(kind: TokensDenied['kind'], options?: ErrorOptions) {
    super(`no tokens: ${kind}`, options);
    this.name = 'TokensDenied';
    this.kind = kind;
  }
}

/** RFC 6749, section 5.2, and Microsoft's codes for a required login or consent. */
const refusedErrors = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];
/** Temporary errors with a 4xx status. The library reports a 5xx status as an invalid response. */
const temporaryErrors = ['temporarily_unavailable', 'server_error', 'rate_limit_exceeded', 'slow_down'];

/** Converts the OAuth library's errors. @throws errors that are bugs of this service */
export function toDenied(error: unknown): TokensDenied {
  if (error instanceof TokensDenied) return error;
  const options = { cause: error };
  if (error instanceof ResponseBodyError) {
    if (error.status === 429 || temporaryErrors.includes(error.error))
      return new TokensDenied('unreachable', options);

    return new TokensDenied(refusedErrors.includes(error.error) ? 'refused' : 'client', options);
  }
  if (error instanceof WWWAuthenticateChallengeError) return new TokensDenied('client', options);
  const isInvalidResponse =
    error instanceof OperationProcessingError || error instanceof UnsupportedOperationError;
  if (!isInvalidResponse && !(error instanceof ConnectionFailure)) throw error;

  return new TokensDenied('unreachable', options);
}
