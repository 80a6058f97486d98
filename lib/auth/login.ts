import { attemptsKey, hashAddress, Login, loginKey } from '#lib/auth/items.ts';
import { isPassword, nobodysPassword } from '#lib/auth/password.ts';
import type { SessionPrincipal } from '#lib/auth/principal.ts';
import { type Session, sessionExpiry } from '#lib/auth/session-cookie.ts';
import { openSession } from '#lib/auth/sessions.ts';
import type { Credentials, OpenSession } from '#lib/auth/user.ts';
import { normaliseEmail } from '#lib/contacts/email-address.ts';
import { countTry } from '#lib/http/count-try.ts';
import { problem } from '#lib/http/problem.ts';
import { timestamp } from '#lib/runtime/ids.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';

const attemptsMax = 5;
const attemptsWindowMs = 15 * 60_000;

/**
 * Proves who a user is. An unknown address is counted, hashed and refused exactly as a wrong password is, so neither
 * the answer nor its time tells which addresses are known.
 * @param now the gateway's time, epoch milliseconds
 * @throws Problem 401, or RateLimited after five failures within 15 minutes
 */
export async function logIn(
  { table }: Pick<Services, 'table'>,
  { email, password }: Credentials,
  now: number,
): Promise<{ readonly session: Session; readonly result: OpenSession }> {
  const addressHash = hashAddress(normaliseEmail(email));
  const [, item] = await Promise.all([
    countAttempt(table, addressHash, now),
    table.get(loginKey(addressHash), { consistent: true }),
  ]);
  const login = item && Login.parse(item);
  const isRight = await isPassword(password, login?.password ?? nobodysPassword);
  if (!login || !isRight) throw refused();

  const [session] = await Promise.all([openSession(table, login, now), forgetAttempts(table, addressHash)]);
  if (!session) throw refused();
  log('info', 'logged in', { principal: login.userId, workspaceId: login.workspaceId });

  return { session, result: describeSession(login, sessionExpiry(session, now)) };
}

/** The session that a request came with. */
export async function readSessionDetails(
  { table }: Pick<Services, 'table'>,
  { session }: SessionPrincipal,
): Promise<OpenSession> {
  const login = Login.parse(await table.get(loginKey(session.addressHash)));

  return describeSession(login, session.expiresAt);
}

/** Before the password is looked at. */
function countAttempt(table: Table, addressHash: string, now: number): Promise<void> {
  const attempts = { key: attemptsKey(addressHash), limit: attemptsMax, windowMs: attemptsWindowMs, now };

  return countTry(table, attempts, `${attemptsMax} failed logins at this address`);
}

async function forgetAttempts(table: Table, addressHash: string): Promise<void> {
  await table.update({ update: attemptsKey(addressHash), remove: ['windowStart', 'windowCount'] });
}

function refused() {
  return problem('UNAUTHORIZED', 'the e-mail address or the password is wrong');
}

function describeSession({ userId, email, name, workspaceId }: Login, expiresAt: number): OpenSession {
  return { user: { id: userId, email, name }, workspaceId, expiresAt: timestamp(expiresAt) };
}
