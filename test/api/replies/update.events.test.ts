import { beforeEach, expect, test } from 'vitest';
import { handler as listActivity } from '../../../functions/activity/list.ts';
import { handler as updateReply } from '../../../functions/replies/update.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { type AddedReply, addReply } from '../support/replies.ts';

let workspace: Workspace;
let reply: AddedReply;

const patch = (body: unknown, headers: Record<string, string> = {}) =>
  call(updateReply, {
    method: 'PATCH',
    path: `/replies/${reply.replyId}`,
    params: { id: reply.replyId },
    apiKey: workspace.apiKey,
    body,
    headers,
  });
const events = async () => {
  const query = { type: 'reply.labels_changed' };
  const { apiKey } = workspace;

  return (await call(listActivity, { method: 'GET', path: '/activity', query, apiKey })).body.data;
};

beforeEach(async () => {
  workspace = await newWorkspace();
  reply = await addReply(workspace.workspaceId);
});

test('a change of labels emits an event with all labels and with the difference', async () => {
  await patch({ labels: ['not_interested', 'vip'] });
  await patch({ labels: ['interested', 'vip'], isDone: true });
  const [last, first, ...others] = await events();

  expect(others).toEqual([]);
  expect(first.metadata).toEqual({
    replyId: reply.replyId,
    labels: ['not_interested', 'vip'],
    addedLabels: ['not_interested', 'vip'],
    removedLabels: [],
  });
  expect(last).toMatchObject({
    ...reply.ids,
    metadata: {
      labels: ['interested', 'vip'],
      addedLabels: ['interested'],
      removedLabels: ['not_interested'],
    },
  });
});

test('the same labels and other changes emit no event, and a repeated request emits none again', async () => {
  const headers = { 'Idempotency-Key': 'once' };
  for (const body of [{ labels: ['vip'] }, { labels: ['vip'] }]) await patch(body, headers);
  await patch({ labels: ['vip', 'vip'], isRead: true });
  await patch({ snoozedUntil: '2044-01-01T00:00:00Z' });

  expect(await events()).toHaveLength(1);
});

test('concurrent requests with the same labels emit one event', async () => {
  const replies = await Promise.all([patch({ labels: ['vip'] }), patch({ labels: ['vip'] })]);

  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await events()).toHaveLength(1);
});
