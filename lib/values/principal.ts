import type { Role } from '#lib/values/role.ts';
import type { Scope } from '#lib/values/scope.ts';

/** The authenticated caller of a request. */
export type Principal = ApiKeyPrincipal | SessionPrincipal;

interface Caller {
  readonly id: string;
  readonly workspaceId: string;
}

export interface ApiKeyPrincipal extends Caller {
  readonly kind: 'api_key';
  readonly name: string;
  readonly scope: Scope;
  /** Epoch milliseconds; undefined for a key that does not expire. */
  readonly expiresAt: number | undefined;
}

/** `id` is the user's id: all sessions of a user count as one caller. */
export interface SessionPrincipal extends Caller {
  readonly kind: 'session';
  readonly role: Role;
  /** Undefined until the next login for users of an earlier version. */
  readonly email: string | undefined;
  readonly session: {
    /** The session's attribute in the user's credential. */
    readonly attribute: string;
    /** Epoch milliseconds, if there are no further requests. */
    readonly expiresAt: number;
    /** Identifies the item with the user's name and address. */
    readonly addressHash: string;
  };
}
