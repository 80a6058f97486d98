import {
  OperationProcessingError,
  ResponseBodyError,
  UnsupportedOperationError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';

/** Why there are no tokens. */
export class TokensDenied extends Error {
  /**
   * `refused`: the owner or the provider has taken the permission back, or never gave it. `client`: the provider does not
   * take this service for a client of its own, which only the operator can repair. `unreachable`: no proper answer.
   */
  readonly kind: 'refused' | 'client' | 'unreachable';

  constructor(kind: TokensDenied['kind'], options?: ErrorOptions) {
    super(`no tokens: ${kind}`, options);
    this.name = 'TokensDenied';
    this.kind = kind;
  }
}

/** RFC 6749, section 5.2, and what Microsoft says where the owner has to log in or to consent once more. */
const refusals = ['invalid_grant', 'interaction_required', 'consent_required', 'login_required'];
/** What a server says that does not want just now, with a status that is no 5xx. */
const passing = ['temporarily_unavailable', 'server_error', 'rate_limit_exceeded', 'slow_down'];

/** What the library throws, as what it means. @throws whatever is a fault of ours */
export function toDenied(error: unknown): TokensDenied {
  if (error instanceof TokensDenied) return error;
  const cause = { cause: error };
  if (error instanceof ResponseBodyError) {
    if (error.status === 429 || passing.includes(error.error)) return new TokensDenied('unreachable', cause);

    return new TokensDenied(refusals.includes(error.error) ? 'refused' : 'client', cause);
  }
  if (error instanceof WWWAuthenticateChallengeError) return new TokensDenied('client', cause);
  const isAnswer = error instanceof OperationProcessingError || error instanceof UnsupportedOperationError;
  if (!isAnswer && !(error instanceof ConnectionFailure)) throw error;

  return new TokensDenied('unreachable', cause);
}
