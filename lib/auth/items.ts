import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { devicePrefix } from '#lib/auth/device-cookie.ts';
import { sessionPrefix } from '#lib/auth/session-cookie.ts';
import type { Item, Key } from '#lib/storage/table.ts';
import { Role } from '#lib/values/role.ts';

/*
 * | access pattern                               | how                                   |
 * |----------------------------------------------|---------------------------------------|
 * | cookie → workspace                           | GetItem USER#<id>, CREDENTIAL         |
 * | rate window and last use of the sessions     | UpdateItem WINDOW#<id>                |
 * | time and browser of each session             | Query USER#<id>, SESSION#             |
 * | address → user, password and devices; unique | GetItem LOGIN#<hash of address>, USER |
 * | failed logins of a device or of a network    | UpdateItem LOGIN#<hash>, ATTEMPTS#<…> |
 * | failed logins of all clients without device  | UpdateItem LOGIN#<hash>, ATTEMPTS     |
 * | users of a workspace                         | gsi4 W#<workspace>#USERS, by id       |
 *
 * Failed logins are counted for every address, even if no user has it. Every request of a user reads the credential and writes
 * the window, so both stay below 1 KB: at most ten sessions of 42 bytes each and an address, without password and name.
 */

export function userCredentialKey(userId: string): Key {
  return { pk: `USER#${userId}`, sk: 'CREDENTIAL' };
}

/** Creation time and browser of a session. @param attribute the session's attribute in the credential */
export function sessionKey(userId: string, attribute: string): Key {
  return { ...userCredentialKey(userId), sk: `${sessionItemPrefix}${attribute}` };
}

export const sessionItemPrefix = 'SESSION#';

/** Of the login: the hash of a reset token, its end, the owner who created it, and the id of the email with the token. */
export const resetAttributes = ['resetHash', 'resetUntil', 'resetBy', 'resetEmailId'] as const;

export const resetTokenValidMs = 24 * 3_600_000;

/** @param addressHash see `hashAddress` */
export function loginKey(addressHash: string): Key {
  return { pk: `LOGIN#${addressHash}`, sk: 'USER' };
}

/** @param client attribute of a known device, or hash of a network */
export function loginAttemptsKey(addressHash: string, client: string): Key {
  return { pk: `LOGIN#${addressHash}`, sk: `ATTEMPTS#${client}` };
}

export function sharedAttemptsKey(addressHash: string): Key {
  return { pk: `LOGIN#${addressHash}`, sk: 'ATTEMPTS' };
}

/** Index partition of a workspace's logins by user id. */
export const usersIndex = (workspaceId: string) => `W#${workspaceId}#USERS`;

/** @param address normalised */
export function hashAddress(address: string): string {
  return hash('sha256', address, 'base64url');
}

/** Attributes of a user's credential that every request needs. */
export const UserCredential = z.object({
  workspaceId: z.string(),
  addressHash: z.string(),
  role: Role,
  /** Normalised, for the audit log. */
  email: z.string(),
});

/** Attributes of a user's credential that are read when sessions are opened or a password changes. */
export const SessionsState = z.object({
  /** Version of the password that opened the sessions. */
  passwordVersion: z.int(),
  /** Increments with each new session, so that concurrent logins cannot exceed the limit. */
  opened: z.int(),
});

/**
 * Attribute and expiry of each session of a credential, in epoch milliseconds.
 * @param window the rate window, in which requests have extended the sessions
 */
export function sessionsOf(
  credential: Item | undefined,
  window?: Item,
): [attribute: string, expiresAt: number][] {
  return timesIn(credential, sessionPrefix).map(([name, end]) => [
    name,
    Math.max(end, Number(window?.[name] ?? 0)),
  ]);
}

/** Attribute and last login of each device, in epoch milliseconds. */
export function devicesOf(item: Item): [attribute: string, usedAt: number][] {
  return timesIn(item, devicePrefix);
}

function timesIn(item: Item | undefined, prefix: string): [attribute: string, time: number][] {
  return Object.entries(item ?? {}).flatMap(([name, value]): [string, number][] =>
    name.startsWith(prefix) ? [[name, Number(value)]] : [],
  );
}

/** The creator and the times of the reset token of a login, in epoch milliseconds. */
export function resetTokenOf({ resetBy, resetUntil }: Item) {
  const expiresAt = Number(resetUntil ?? 0);

  return {
    createdBy: typeof resetBy === 'string' ? resetBy : undefined,
    createdAt: expiresAt - resetTokenValidMs,
    expiresAt,
  };
}
