import { hashPassword } from '#lib/auth/password.ts';
import { readSession, sessionAttribute, sessionCookie } from '#lib/auth/session-cookie.ts';
import { openSession } from '#lib/auth/sessions.ts';
import { commit } from '#lib/commit/commit.ts';
import { planUser } from '#lib/users/create.ts';
import type { Session } from '#lib/values/credential.ts';
import type { Role } from '#lib/values/role.ts';
import type { TestReply } from './call.ts';
import { connected } from './stack.ts';

export interface TestUser {
  readonly workspaceId: string;
  readonly userId: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Cheap hash parameters, which are stored with the password: tests that do not measure hashing save a third
 * of a second.
 */
const cheapHashing = { cost: 16, blockSize: 1, parallelization: 1 };

let users = 0;

export async function newUser(
  workspaceId: string,
  {
    role = 'owner' as Role,
    email = `user-${process.pid}-${Date.now()}-${users++}@example.com`,
    effort = cheapHashing,
  } = {},
): Promise<TestUser> {
  const password = 'correct horse battery staple';
  const hash = await hashPassword(password, effort);
  const change = planUser(connected(), workspaceId, { email, name: 'Ada', role }, hash);
  await commit(connected(), workspaceId, change);

  return { workspaceId, userId: change.result.id, email, password };
}

/** @returns the cookie's name and value, as a browser sends them. */
export async function newCookie(user: TestUser, at = Date.now()): Promise<string> {
  const session = await openSession(connected().table, { userId: user.userId, passwordVersion: 1 }, at);
  if (!session) throw new Error('the user’s password has changed');

  return cookieOf(session, at);
}

/** The id of the session of a cookie. */
export function sessionIdOf(cookie: string): string {
  const session = readSession(cookie);
  if (!session) throw new Error('the cookie has no session');

  return sessionAttribute(session).replace(/^s_/, 'ses_');
}

export function cookieOf(session: Session, at: number): string {
  return sessionCookie(session, at).split(';')[0] ?? '';
}

/** The session cookie that a response sets; undefined if it sets no session cookie. */
export function cookieIn(reply: Pick<TestReply, 'headers'>): string | undefined {
  return cookiesIn(reply).find((cookie) => cookie.startsWith('__Host-outreach_session='));
}

/** The device cookie that a response sets; undefined if it sets no device cookie. */
export function deviceIn(reply: Pick<TestReply, 'headers'>): string | undefined {
  return cookiesIn(reply).find((cookie) => cookie.startsWith('__Host-outreach_device='));
}

function cookiesIn({ headers }: Pick<TestReply, 'headers'>): string[] {
  return (headers['set-cookie'] ?? '').split('\n').map((cookie) => cookie.split(';')[0] ?? '');
}
