import { planPasswordReset } from '#lib/auth/password-reset.ts';
import { openSession } from '#lib/auth/sessions.ts';
import { commit } from '#lib/commit/commit.ts';
import { sessionIdOf } from '../../support/users.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';
import { callEndpoint } from '../support/invoke.ts';
import { password, seedInvitation, seedSession, seedSessionOf, seedUser } from '../support/user-fixtures.ts';

const sessionReads = 'the items of the user are read with strong consistency';

export const authSubjects: readonly EndpointSubject[] = [
  {
    // The window of the source address; the attempt in the client's and the shared window, and its removal from both; the session and its description; the device.
    operation: 'auth.login',
    target: { roundTrips: 6, writeUnits: 8, readUnits: 3 },
    why: 'an attempt is counted before its password is checked; its client is known after the first read, and the shared window is used only if the window of the client has capacity',
    async prepare(bench, workspaceId) {
      const { email } = await seedUser(bench, workspaceId);
      // Creates both rate limit windows.
      await callEndpoint('auth.login', { body: { email, password: 'wrong' } }, 401);

      return { body: { email, password } };
    },
  },
  {
    // The credential, and the description of the session.
    operation: 'auth.logout',
    target: writeTarget(2, 0),
    prepare: async (bench, workspaceId) => ({ cookie: await seedSession(bench, workspaceId) }),
  },
  {
    operation: 'auth.session',
    target: readTargets.one,
    why: sessionReads,
    prepare: async (bench, workspaceId) => ({ cookie: await seedSession(bench, workspaceId) }),
  },
  {
    operation: 'auth.list-sessions',
    target: { ...readTargets.one, readUnits: 2.5 },
    why: sessionReads,
    prepare: async (bench, workspaceId) => ({ cookie: await seedSession(bench, workspaceId) }),
  },
  {
    // The credential, and the description of the session.
    operation: 'auth.end-session',
    target: writeTarget(2, 0),
    async prepare(bench, workspaceId) {
      const cookie = await seedSession(bench, workspaceId);

      return { cookie, params: { id: sessionIdOf(cookie) } };
    },
  },
  {
    operation: 'auth.end-other-sessions',
    target: writeTarget(2, 0),
    why: 'the login is read, too, because a reset token ends with the sessions',
    async prepare(bench, workspaceId) {
      const { id: userId } = await seedUser(bench, workspaceId);
      await openSession(bench.table, { userId, passwordVersion: 1 }, bench.now());

      return { cookie: await seedSessionOf(bench, userId) };
    },
  },
  {
    // The user and the credential; the attempt in two windows, and its removal from both, outside the transaction.
    operation: 'auth.change-password',
    target: { roundTrips: 7, writeUnits: 11, readUnits: 3 },
    why: 'the attempt is counted before the password is checked, and the password is checked before the change is decided',
    async prepare(bench, workspaceId) {
      const cookie = await seedSession(bench, workspaceId);

      return { cookie, body: { currentPassword: password, newPassword: 'a new horse every day' } };
    },
  },
  {
    // The user and the credential.
    operation: 'auth.reset-password',
    target: writeTarget(2, 0),
    why: 'the token is checked before the password is hashed and again for the decision; the token names the user, who names the address',
    async prepare(bench, workspaceId) {
      const { id } = await seedUser(bench, workspaceId);
      const { id: createdBy } = await seedUser(bench, workspaceId, 1);
      const change = await planPasswordReset(bench, workspaceId, id, { createdBy });
      await commit(bench, workspaceId, change);

      return { body: { token: change.result.token, newPassword: 'a new horse every day' } };
    },
  },
  {
    // The invitation, the count of users, the user with its index entry and the credential; then the session as at a login.
    operation: 'auth.accept-invitation',
    target: { roundTrips: 7, writeUnits: 15, readUnits: 4 },
    why: 'the session is opened after the user was created',
    async prepare(bench, workspaceId) {
      const { token } = await seedInvitation(bench, workspaceId);

      return { body: { token, password } };
    },
  },
];
