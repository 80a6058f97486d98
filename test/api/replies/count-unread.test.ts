import { expect, test } from 'vitest';
import { planReplyUpdate } from '#lib/replies/update.ts';
import { handler as countUnread } from '../../../functions/replies/count-unread.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addReply, snoozeUntilEarlier } from '../support/replies.ts';
import { commitNow } from '../support/seed.ts';

const count = async ({ apiKey }: Workspace) =>
  (await call(countUnread, { method: 'GET', path: '/replies/unread-count', apiKey })).body;

async function change(workspaceId: string, id: string, patch: Parameters<typeof planReplyUpdate>[3]) {
  await commitNow(workspaceId, await planReplyUpdate(connected(), workspaceId, id, patch));
}

test('counts replies of people until they are read, done or snoozed', async () => {
  const workspace = await newWorkspace();
  const { workspaceId } = workspace;
  const { replyId, ids } = await addReply(workspaceId);
  const [second, third] = [await addReply(workspaceId, ids), await addReply(workspaceId, ids)];
  await addReply(workspaceId, { ...ids, isAutomatic: true });
  expect(await count(workspace)).toEqual({ count: 3, isExact: true, limit: 100 });

  await change(workspaceId, replyId, { isRead: true });
  await change(workspaceId, second.replyId, { isDone: true });
  await change(workspaceId, third.replyId, { snoozedUntil: '2044-01-01T00:00:00.000Z' });
  expect((await count(workspace)).count).toBe(0);
});

test('counts a snoozed reply that has returned', async () => {
  const workspace = await newWorkspace();
  const { replyId } = await addReply(workspace.workspaceId);
  await snoozeUntilEarlier(workspace.workspaceId, replyId);

  expect((await count(workspace)).count).toBe(1);
});

test('stops at 100 and states that there are more', async () => {
  const workspace = await newWorkspace();
  const { ids } = await addReply(workspace.workspaceId);
  for (let added = 1; added < 100; added++) await addReply(workspace.workspaceId, ids);
  expect(await count(workspace)).toEqual({ count: 100, isExact: true, limit: 100 });
  await addReply(workspace.workspaceId, ids);

  expect(await count(workspace)).toEqual({ count: 100, isExact: false, limit: 100 });
});
