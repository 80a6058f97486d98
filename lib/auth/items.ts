import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { devicePrefix } from '#lib/auth/device-cookie.ts';
import { sessionPrefix } from '#lib/auth/session-cookie.ts';
import type { Item, Key } from '#lib/storage/table.ts';
import { Role } from '#lib/values/role.ts';

/*
 * | access pattern                               | how                                   |
 * |----------------------------------------------|---------------------------------------|
 * | cookie → workspace, rate window of the user  | UpdateItem USER#<id>, CREDENTIAL      |
 * | time and browser of each session             | Query USER#<id>, SESSION#             |
 * | address → user, password and devices; unique | GetItem LOGIN#<hash of address>, USER |
 * | failed logins of a device or of a network    | UpdateItem LOGIN#<hash>, ATTEMPTS#<…> |
 * | failed logins of all clients without device  | UpdateItem LOGIN#<hash>, ATTEMPTS     |
 * | number of users of a workspace               | UpdateItem W#<workspace>#USER_COUNT   |
 * | users of a workspace                         | gsi4 W#<workspace>#USERS, by id       |
 *
 * Failed logins are counted for every address, even if no user has it. Every request of a user writes the credential, so it
 * stays below 1 KB: at most ten sessions of 42 bytes each and an address, without password and name.
 */

export function userCredentialKey(userId: string): Key {
  return { pk: `USER#${userId}`, sk: 'CREDENTIAL' };
}

/** Creation time and browser of a session. @param attribute the session's attribute in the credential */
export function sessionKey(userId: string, attribute: string): Key {
  return { ...userCredentialKey(userId), sk: `${sessionItemPrefix}${attribute}` };
}

export const sessionItemPrefix = 'SESSION#';

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

export function userCountKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#USER_COUNT`, sk: 'COUNT' };
}

/** Index partition of a workspace's logins by user id. */
export const usersIndex = (workspaceId: string) => `W#${workspaceId}#USERS`;

/** @param address normalised */
export function hashAddress(address: string): string {
  return hash('sha256', address, 'base64url');
}

/** Users of an earlier version have no role and are owners. */
const StoredRole = z._default(Role, 'owner');

/** Attributes of a user's credential that every request needs. */
export const UserCredential = z.object({
  workspaceId: z.string(),
  addressHash: z.string(),
  role: StoredRole,
  /** Normalised, for the audit log. Users of an earlier version have it from their next login. */
  email: z.optional(z.string()),
});

/** Attributes of a user's credential that are read when sessions are opened or a password changes. */
export const SessionsState = z.object({
  /** Version of the password that opened the sessions. */
  passwordVersion: z.int(),
  /** Increments with each new session, so that concurrent logins cannot exceed the limit. */
  opened: z.int(),
});

/** Attribute and expiry of each session, in epoch milliseconds. */
export function sessionsOf(item: Item): [attribute: string, expiresAt: number][] {
  return timesIn(item, sessionPrefix);
}

/** Attribute and last login of each device, in epoch milliseconds. */
export function devicesOf(item: Item): [attribute: string, usedAt: number][] {
  return timesIn(item, devicePrefix);
}

function timesIn(item: Item, prefix: string): [attribute: string, time: number][] {
  return Object.entries(item).flatMap(([name, value]): [string, number][] =>
    name.startsWith(prefix) ? [[name, Number(value)]] : [],
  );
}

/** An scrypt hash with its salt and parameters. */
const PasswordHash = z.object({
  salt: z.instanceof(Uint8Array),
  hash: z.instanceof(Uint8Array),
  cost: z.int(),
  blockSize: z.int(),
  parallelization: z.int(),
});
export type PasswordHash = z.infer<typeof PasswordHash>;

/** A user's login item, without its devices and its reset token. */
export const Login = z.object({
  userId: z.string(),
  workspaceId: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  role: StoredRole,
  /** Undefined until the first change of name or role. */
  updatedAt: z.optional(z.string()),
  password: PasswordHash,
  passwordVersion: z.int(),
});
export type Login = z.infer<typeof Login>;
