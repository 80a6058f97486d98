import { expect, inject } from 'vitest';
import { logInUser } from '#lib/auth/login.ts';
import { deleteWorkspace } from '#lib/maintenance/delete-workspace.ts';
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

test('a start after an operator deleted the workspace creates another one', async ({ folder }) => {
  const first = await seed({ environment, stateFolder: folder });
  await deleteWorkspace(connected(), first.workspaceId, noRequests);
  const second = await seed({ environment, stateFolder: folder });

  expect(second.workspaceId).not.toBe(first.workspaceId);
  expect(await canLogIn(second.user)).toMatchObject({ workspaceId: second.workspaceId });
});
