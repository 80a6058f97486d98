import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { devicePrefix } from '#lib/auth/device-cookie.ts';
import { sessionPrefix } from '#lib/auth/session-cookie.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern                               | how                                   |
 * |----------------------------------------------|---------------------------------------|
 * | cookie → workspace, rate window of the user  | UpdateItem USER#<id>, CREDENTIAL      |
 * | address → user, password and devices; unique | GetItem LOGIN#<hash of address>, USER |
 * | failed logins of a device or of a network    | UpdateItem LOGIN#<hash>, ATTEMPTS#<…> |
 * | failed logins of all clients without device  | UpdateItem LOGIN#<hash>, ATTEMPTS     |
 * | users of a workspace, counted                | UpdateItem W#<workspace>#USER_COUNT   |
 * | users of a workspace                         | gsi4 W#<workspace>#USERS, by id       |
 *
 * Failed logins are counted at every address, whether a user has it or not.
 * Every request of a user writes the credential, so it stays under 1 KB: ten sessions of 42 bytes each at the most,
 * and neither the password nor a name.
 */

export function userCredentialKey(userId: string): Key {
  return { pk: `USER#${userId}`, sk: 'CREDENTIAL' };
}

/** @param addressHash see `hashAddress` */
export function loginKey(addressHash: string): Key {
  return { pk: `LOGIN#${addressHash}`, sk: 'USER' };
}

/** @param client the attribute of a known device, or the hash of a network */
export function attemptsKey(addressHash: string, client: string): Key {
  return { pk: `LOGIN#${addressHash}`, sk: `ATTEMPTS#${client}` };
}

export function sharedAttemptsKey(addressHash: string): Key {
  return { pk: `LOGIN#${addressHash}`, sk: 'ATTEMPTS' };
}

export function userCountKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#USER_COUNT`, sk: 'COUNT' };
}

/** Logins of a workspace by the user's id, in gsi4: read when the workspace is deleted. */
export const usersIndex = (workspaceId: string) => `W#${workspaceId}#USERS`;

/** @param address normalised */
export function hashAddress(address: string): string {
  return hash('sha256', address, 'base64url');
}

/** Of a user's credential, what a request needs to know. */
export const UserCredential = z.object({ workspaceId: z.string(), addressHash: z.string() });

/** Of a user's credential, what opening and ending sessions rest on. */
export const SessionsState = z.object({
  /** Which password the sessions were opened by. */
  passwordVersion: z.int(),
  /** Changes with every session that is opened, so that two of them cannot both be the tenth. */
  opened: z.int(),
});

/** Each session's attribute with its expiry, in epoch milliseconds. */
export function sessionsOf(item: Item): [attribute: string, expiresAt: number][] {
  return timesIn(item, sessionPrefix);
}

/** Each device's attribute with the time of its last login, in epoch milliseconds. */
export function devicesOf(item: Item): [attribute: string, usedAt: number][] {
  return timesIn(item, devicePrefix);
}

function timesIn(item: Item, prefix: string): [attribute: string, time: number][] {
  return Object.entries(item).flatMap(([name, value]): [string, number][] =>
    name.startsWith(prefix) ? [[name, Number(value)]] : [],
  );
}

const PasswordHash = z.object({
  salt: z.instanceof(Uint8Array),
  hash: z.instanceof(Uint8Array),
  cost: z.int(),
  blockSize: z.int(),
  parallelization: z.int(),
});
export type PasswordHash = z.infer<typeof PasswordHash>;

export const Login = z.object({
  userId: z.string(),
  workspaceId: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  password: PasswordHash,
  passwordVersion: z.int(),
});
export type Login = z.infer<typeof Login>;
