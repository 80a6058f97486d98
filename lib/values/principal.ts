import * as z from 'zod/mini';
import { problem } from '#lib/values/problem.ts';
import type { Role } from '#lib/values/role.ts';

/** The scope of an API key, as in the specification's table of scopes. */
export const Scope = z.enum(['full-access', 'read-only']);
export type Scope = z.infer<typeof Scope>;

/** The authenticated caller of a request. */
export type Principal = ApiKeyPrincipal | SessionPrincipal;

/** What both kinds of principal have. */
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

/** A user in the dashboard. `id` is the user's id: all sessions of a user count as one caller. */
export interface SessionPrincipal extends Caller {
  readonly kind: 'session';
  readonly role: Role;
  readonly email: string;
  readonly session: {
    /** Name of the attribute that stores the session in the item of the user's credential. */
    readonly attribute: string;
    /** Epoch milliseconds. A further request may extend the session. */
    readonly expiresAt: number;
    /** Identifies the item with the user's name and address. */
    readonly addressHash: string;
  };
}

/** The caller of a request that creates or changes what lasts. Without an id, the operator. */
export interface Creator {
  readonly workspaceId: string;
  readonly id?: string;
  /** Only for an API key; epoch milliseconds. */
  readonly expiresAt?: number | undefined;
}

/**
 * A key with an expiry must not give access that outlives it.
 * @throws Problem 403
 */
export function requireLastingAccess({ expiresAt }: Creator): void {
  if (expiresAt !== undefined) {
    throw problem('FORBIDDEN', 'an API key with an expiry cannot give access that outlives it');
  }
}
