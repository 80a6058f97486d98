import { describe, expect, test } from 'vitest';
import { requiredRole } from '#lib/http/contract.ts';
import { endpoints } from '#lib/operations.ts';
import { includesRole, Role } from '#lib/values/role.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { expectNothingWritten, expectProblem, subjectOf } from '../support/subject.ts';

const withUsers = endpoints.filter(({ definition: { auth } }) => auth === 'credential' || auth === 'session');
const namesOf = (list: typeof withUsers) => list.map(({ name }) => name);
/** The OAuth provider of these is tested in test/api/connect; here they only need to pass the role check. */
const passes = (status: number) => status !== 403;

test('only these operations are for owners', () => {
  expect(namesOf(withUsers.filter(({ definition }) => requiredRole(definition) === 'owner'))).toEqual([
    'api-keys.list',
    'api-keys.create',
    'api-keys.revoke',
    'audit-log.list',
    'users.update',
    'users.remove',
    'users.create-password-reset',
    'users.delete-password-reset',
    'users.invite',
    'users.list-invitations',
    'users.delete-invitation',
    'workspaces.update',
  ]);
});

test('a viewer can only read, and manage the own password and sessions', () => {
  const writes = withUsers.filter(({ definition: { method } }) => method !== 'GET');

  expect(namesOf(writes.filter(({ definition }) => requiredRole(definition) === 'viewer'))).toEqual([
    'auth.logout',
    'auth.end-session',
    'auth.end-other-sessions',
    'auth.change-password',
  ]);
});

test('a GET endpoint that can write states its role', () => {
  const writing = withUsers.filter(
    ({ definition: { method, needs } }) => method === 'GET' && needs.includes('table:write'),
  );

  expect(namesOf(writing)).toEqual(['connect.begin', 'connect.finish']);
  for (const { definition } of writing) expect(requiredRole(definition)).toBe('member');
});

test('an endpoint without users has no role', () => {
  expect(namesOf(endpoints.filter((each) => !withUsers.includes(each) && each.definition.role))).toEqual([]);
});

describe.each(withUsers)('$name', (endpoint) => {
  test.each(Role.options)('is allowed for exactly the roles of its contract: %s', async (role) => {
    const subject = await subjectOf(endpoint);
    const cookie = await newCookie(await newUser(subject.workspace.workspaceId, { role }));
    if (includesRole(role, requiredRole(endpoint.definition))) {
      // An unknown parameter prevents the effect.
      const reply = await subject.send(undefined, {
        cookie,
        query: { ...subject.valid.query, unknown: '1' },
      });
      expect(passes(reply.status), reply.text).toBe(true);
      return;
    }

    await expectNothingWritten(subject, async () => {
      const reply = await subject.send(undefined, { cookie });
      expect(reply.status).toBe(403);
      if (!endpoint.definition.rendersPage) expectProblem(reply, 403, 'FORBIDDEN');
      // The role is checked before the request is validated.
      const invalid = await subject.send(undefined, { cookie, query: { unknown: '1' } });
      expect(invalid.status).toBe(403);
    });
  });
});
