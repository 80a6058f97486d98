import { clearAttempt, countLoginAttempt } from '#lib/auth/attempts.ts';
import { readDevice } from '#lib/auth/device-cookie.ts';
import { findDevice, type KnownDevice, recordDevice } from '#lib/auth/devices.ts';
import { hashAddress, loginKey } from '#lib/auth/items.ts';
import { isPassword, unmatchablePassword } from '#lib/auth/password.ts';
import { sessionExpiry } from '#lib/auth/session-cookie.ts';
import { openSession } from '#lib/auth/sessions.ts';
import { describeUser, Login } from '#lib/auth/stored-user.ts';
import type { Credentials, OpenSession } from '#lib/auth/user.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import type { Session } from '#lib/values/credential.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { SessionPrincipal } from '#lib/values/principal.ts';
import { problem } from '#lib/values/problem.ts';

interface LoginRequest extends Credentials {
  readonly sourceIp: string;
  /** All cookies of the request, joined as in RFC 6265. */
  readonly cookies: string;
  readonly userAgent?: string | undefined;
  /** Time of the request at the gateway, epoch milliseconds. */
  readonly now: number;
}

export interface OpenedLogin {
  readonly session: Session;
  /** The browser's device, now known for this user. */
  readonly device: string;
  readonly result: OpenSession;
}

/**
 * Authenticates a user by password. An attempt with an unknown address is counted, takes as long and gets the same error as an
 * attempt with a wrong password, so neither the response nor its time reveals which addresses exist.
 * @throws Problem 401; RateLimited after too many failures, see `attempts.ts`
 */
export async function logInUser(
  { table }: Pick<Services, 'table'>,
  { email, password, sourceIp, cookies, userAgent, now }: LoginRequest,
): Promise<OpenedLogin> {
  const addressHash = hashAddress(normaliseEmail(email));
  const item = await table.get(loginKey(addressHash));
  const knownDevice = findDevice(item, addressHash, readDevice(cookies), now);
  const attempt = await countLoginAttempt(table, { addressHash, device: knownDevice, sourceIp }, now);
  const login = item && Login.parse(item);
  // An unknown address is hashed, too, so that its response takes as long.
  const isCorrect = await isPassword(password, login?.password ?? unmatchablePassword);
  if (!item || !login || !isCorrect) throw wrongCredentials();

  const [opened] = await Promise.all([
    openVerified(table, { item, login, addressHash, knownDevice, userAgent, now }),
    clearAttempt(table, attempt),
  ]);
  if (!opened) throw wrongCredentials();

  return opened;
}

/**
 * Opens a session for a user who has just set a password.
 * @returns undefined if the user was removed or the password has changed again
 */
export async function openLogin(
  { table }: Pick<Services, 'table'>,
  { email, userAgent, now }: Pick<LoginRequest, 'email' | 'userAgent' | 'now'>,
): Promise<OpenedLogin | undefined> {
  const addressHash = hashAddress(normaliseEmail(email));
  const item = await table.get(loginKey(addressHash));

  return (
    item &&
    // A new password makes all devices unknown.
    openVerified(table, {
      item,
      login: Login.parse(item),
      addressHash,
      knownDevice: undefined,
      userAgent,
      now,
    })
  );
}

interface VerifiedRequest extends Pick<LoginRequest, 'userAgent' | 'now'> {
  readonly item: Item;
  readonly login: Login;
  readonly addressHash: string;
  readonly knownDevice: KnownDevice | undefined;
}

/** @returns undefined when the password has changed since it was verified */
async function openVerified(
  table: Table,
  { item, login, addressHash, knownDevice, userAgent, now }: VerifiedRequest,
): Promise<OpenedLogin | undefined> {
  const { passwordVersion, userId, workspaceId, email } = login;
  const [session, device] = await Promise.all([
    openSession(table, { userId, passwordVersion, email, userAgent }, now),
    recordDevice(table, { item, addressHash, passwordVersion }, knownDevice, now),
  ]);
  if (!session || device === undefined) return undefined;
  log('info', 'logged in', { principal: userId, workspaceId });

  return { session, device, result: describeSession(login, sessionExpiry(session, now)) };
}

/** The user and the workspace of the request's session, as a login returns them. */
export async function readSessionDetails(
  { table }: Pick<Services, 'table'>,
  { session }: SessionPrincipal,
): Promise<OpenSession> {
  const login = Login.parse(await table.get(loginKey(session.addressHash)));

  return describeSession(login, session.expiresAt);
}

function wrongCredentials() {
  return problem('UNAUTHORIZED', 'the email address or the password is wrong');
}

function describeSession(login: Login, expiresAt: number): OpenSession {
  return { user: describeUser(login), workspaceId: login.workspaceId, expiresAt: timestamp(expiresAt) };
}
