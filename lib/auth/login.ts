import { clearAttempt, countLoginAttempt } from '#lib/auth/attempts.ts';
import { readDevice } from '#lib/auth/device-cookie.ts';
import { findDevice, recordDevice } from '#lib/auth/devices.ts';
import { hashAddress, Login, loginKey } from '#lib/auth/items.ts';
import { isPassword, unmatchablePassword } from '#lib/auth/password.ts';
import { sessionExpiry } from '#lib/auth/session-cookie.ts';
import { openSession } from '#lib/auth/sessions.ts';
import type { Credentials, OpenSession } from '#lib/auth/user.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Session } from '#lib/values/credential.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { SessionPrincipal } from '#lib/values/principal.ts';
import { problem } from '#lib/values/problem.ts';

interface LoginRequest extends Credentials {
  readonly sourceIp: string;
  /** All cookies of the request, joined as in RFC 6265. */
  readonly cookies: string;
  /** Time of the request at the gateway, epoch milliseconds. */
  readonly now: number;
}

interface OpenedLogin {
  readonly session: Session;
  /** The browser's device, now known for this user. */
  readonly device: string;
  readonly result: OpenSession;
}

/**
 * Authenticates a user by password. An unknown address is counted, hashed and refused exactly like a wrong password, so
 * neither the response nor its time reveals which addresses exist.
 * @throws Problem 401; RateLimited after too many failures, see `attempts.ts`
 */
export async function logIn(
  { table }: Pick<Services, 'table'>,
  { email, password, sourceIp, cookies, now }: LoginRequest,
): Promise<OpenedLogin> {
  const addressHash = hashAddress(normaliseEmail(email));
  const item = await table.get(loginKey(addressHash), { consistent: true });
  const known = findDevice(item, addressHash, readDevice(cookies), now);
  const attempt = await countLoginAttempt(table, { addressHash, device: known, sourceIp }, now);
  const login = item && Login.parse(item);
  const isCorrect = await isPassword(password, login?.password ?? unmatchablePassword);
  if (!item || !login || !isCorrect) throw wrongCredentials();

  const { passwordVersion, userId, workspaceId } = login;
  const [session, device] = await Promise.all([
    openSession(table, login, now),
    recordDevice(table, { item, addressHash, passwordVersion }, known, now),
    clearAttempt(table, attempt),
  ]);
  if (!session || device === undefined) throw wrongCredentials();
  log('info', 'logged in', { principal: userId, workspaceId });

  return { session, device, result: describeSession(login, sessionExpiry(session, now)) };
}

/** The session of the request. */
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

function describeSession({ userId, email, name, workspaceId }: Login, expiresAt: number): OpenSession {
  return { user: { id: userId, email, name }, workspaceId, expiresAt: timestamp(expiresAt) };
}
