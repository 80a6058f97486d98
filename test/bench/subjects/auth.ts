import { hashPassword } from '#lib/auth/password.ts';
import { sessionCookie } from '#lib/auth/session-cookie.ts';
import { authenticateSession, openSession } from '#lib/auth/sessions.ts';
import { planUser } from '#lib/auth/users.ts';
import { commit } from '#lib/commit/commit.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';
import { callEndpoint } from '../support/invoke.ts';

const password = 'correct horse battery staple';
const quick = { cost: 16, blockSize: 1, parallelization: 1 };

export const authSubjects: readonly EndpointSubject[] = [
  {
    // The window of the source address; the attempt in the client's and the shared window, and its removal from both; the session; the device.
    operation: 'auth.login',
    target: { roundTrips: 6, writeUnits: 7, readUnits: 2 },
    why: 'an attempt is counted before its password is checked; its client is known after the first read, and the shared window is used only if the window of the client has capacity',
    async prepare(bench, workspaceId) {
      const { email } = await seedUser(bench, workspaceId);
      // Creates both rate limit windows.
      await callEndpoint('auth.login', { body: { email, password: 'wrong' } }, 401);

      return { body: { email, password } };
    },
  },
  {
    operation: 'auth.logout',
    target: writeTarget(1, 0),
    prepare: async (bench, workspaceId) => ({ cookie: await seedSession(bench, workspaceId) }),
  },
  {
    operation: 'auth.session',
    target: readTargets.one,
    prepare: async (bench, workspaceId) => ({ cookie: await seedSession(bench, workspaceId) }),
  },
];

export async function seedUser(bench: Bench, workspaceId: string) {
  const email = `ada-${workspaceId.slice(-6)}@customer.example`;
  const hash = await hashPassword(password, quick);
  const change = planUser(bench, workspaceId, { email, name: 'Ada Lovelace' }, hash);
  await commit(bench, workspaceId, change);

  return change.result;
}

/** A session of a user with an open rate limit window. */
export async function seedSession(bench: Bench, workspaceId: string): Promise<string> {
  const { id: userId } = await seedUser(bench, workspaceId);
  const session = await openSession(bench.table, { userId, passwordVersion: 1 }, bench.now());
  if (!session) throw new Error('a user without a password');
  await authenticateSession(bench.table, session, bench.now());

  return sessionCookie(session, bench.now()).split(';')[0] ?? '';
}
