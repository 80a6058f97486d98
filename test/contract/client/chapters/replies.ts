import { expect } from 'vitest';
import { type AddedReply, addAnswer, addReply } from '../../../api/support/replies.ts';
import { bodyOf } from '../../../support/answer.ts';
import { type Customer, readAll } from '../typed-client.ts';

/** Lists, reads, labels and answers replies, and resolves an answer. The replies are stored as the inbox sync stores them. */
export async function manageReplies({ api, workspace }: Customer): Promise<void> {
  const replies: AddedReply[] = [];
  for (let count = 0; count < 3; count++) replies.push(await addReply(workspace.workspaceId));
  const listed = await readAll((page) => api.GET('/replies', { params: { query: page } }));
  expect(listed.map(({ id }) => id)).toEqual(replies.map(({ replyId }) => replyId).toReversed());

  expect(bodyOf(await api.GET('/replies/unread-count'))).toEqual({ count: 3, isExact: true, limit: 100 });
  const [{ replyId: id, fromEmail } = { replyId: '', fromEmail: null }] = replies;
  const params = { path: { id } };
  const reply = bodyOf(await api.GET('/replies/{id}', { params }));
  expect(reply).toMatchObject({ fromEmail, text: 'Call me.', isRead: false, labels: [] });
  const body = { isRead: true, labels: ['interested'] };
  expect(bodyOf(await api.PATCH('/replies/{id}', { params, body }))).toMatchObject({ id, ...body });
  const query = { label: 'interested', isRead: true as const };
  const labelled = bodyOf(await api.GET('/replies', { params: { query } })).data;
  expect(labelled.map((found) => found.id)).toEqual([id]);

  const answer = bodyOf(await api.POST('/replies/{id}/answer', { params, body: { text: 'Monday at ten?' } }));
  expect(answer).toMatchObject({ replyId: id, contactId: reply.contactId, status: 'queued' });
  const { messages } = bodyOf(await api.GET('/replies/{id}/thread', { params }));
  expect(messages.map(({ kind, text }) => [kind, text])).toEqual([
    ['reply', 'Call me.'],
    ['answer', 'Monday at ten?'],
  ]);

  const answerId = await addAnswer(workspace.workspaceId, id, { status: 'outcome_unknown' });
  const resolution = { params: { path: { id, answerId } }, body: { outcome: 'sent' as const } };
  const resolved = bodyOf(await api.POST('/replies/{id}/answers/{answerId}/resolve', resolution));
  expect(resolved).toMatchObject({ id: answerId, status: 'sent' });
}
