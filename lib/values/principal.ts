import type { Scope } from '#lib/values/scope.ts';

/** Whoever a request acts for. */
export type Principal = ApiKeyPrincipal | SessionPrincipal;

interface Caller {
  readonly id: string;
  readonly workspaceId: string;
  readonly scope: Scope;
}

export interface ApiKeyPrincipal extends Caller {
  readonly kind: 'api_key';
  /** Epoch milliseconds; undefined for a key that does not expire. */
  readonly expiresAt: number | undefined;
}

/** Its `id` is the user's: a user is one caller, however many sessions there are. */
export interface SessionPrincipal extends Caller {
  readonly kind: 'session';
  readonly session: {
    /** Under which the session stands in the user's credential. */
    readonly attribute: string;
    /** Epoch milliseconds, if no further request comes. */
    readonly expiresAt: number;
    /** Leads to the user's name and address. */
    readonly addressHash: string;
  };
}
