import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { logInUser } from '#lib/auth/login.ts';
import { deleteWorkspace } from '../../infra/admin/workspace.ts';
import { seed } from '../../infra/local/seed.ts';
import { noRequests } from '../support/no-requests.ts';
import { connected } from '../support/stack.ts';
import { stackTest as test } from './support/stack.ts';

const { environment } = inject('stack');
const canLogIn = async ({ email, password }: { email: string; password: string }) =>
  (await logInUser(connected(), { email, password, sourceIp: '203.0.113.7', cookies: '', now: Date.now() }))
    .result;

test('a second start accepts the same credentials', async ({ folder }) => {
  const first = await seed({ environment, stateFolder: folder });

  expect(await seed({ environment, stateFolder: folder })).toEqual(first);
  expect(await canLogIn(first.user)).toMatchObject({
    workspaceId: first.workspaceId,
    user: { email: first.user.email },
  });
});

test('the state of an earlier version gets a user and keeps its keys', async ({ folder }) => {
  const file = join(folder, 'access.json');
  const { user: before, ...keys } = await seed({ environment, stateFolder: folder });
  writeFileSync(file, JSON.stringify(keys));
  const { user, ...kept } = await seed({ environment, stateFolder: folder });

  expect(kept).toEqual(keys);
  // The user exists: the first start was interrupted before it stored the password.
  expect(user.email).toBe(before.email);
  expect(await canLogIn(user)).toMatchObject({ workspaceId: keys.workspaceId });
  await expect(canLogIn(before)).rejects.toThrow('wrong');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...keys, user });
});

test('a start after an operator deleted the workspace creates another one', async ({ folder }) => {
  const first = await seed({ environment, stateFolder: folder });
  await deleteWorkspace(connected(), first.workspaceId, noRequests);
  const second = await seed({ environment, stateFolder: folder });

  expect(second.workspaceId).not.toBe(first.workspaceId);
  expect(await canLogIn(second.user)).toMatchObject({ workspaceId: second.workspaceId });
});
