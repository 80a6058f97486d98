import { expect, test } from 'vitest';
import { commit } from '#lib/commit/commit.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as answer } from '../../../functions/replies/answer.ts';
import { handler as getThread } from '../../../functions/replies/get-thread.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { addReply } from '../support/replies.ts';

test('a thread has the emails, the replies and the answers of its execution, oldest first', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const now = Date.now();
  const { ids, replyId: id } = await addReply(workspaceId, { at: now - 60_000 });
  const sentAt = now - 3_600_000;
  const details = { variantId: newId('var', now), messageId: '<sent@here.example>' };
  const mail = { type: 'email.sent', data: ids, details } as const;
  await commit({ ...connected(), now: () => sentAt }, workspaceId, { writes: [], events: [mail] });
  await addReply(workspaceId, { contactId: ids.contactId, content: { text: 'In another campaign.' } });
  const sent = await call(answer, {
    method: 'POST',
    path: `/replies/${id}/answer`,
    params: { id },
    apiKey,
    body: { text: 'Thank you.' },
  });
  const { status, body } = await call(getThread, {
    method: 'GET',
    path: `/replies/${id}/thread`,
    params: { id },
    apiKey,
  });

  expect([sent.status, status]).toEqual([202, 200]);
  expect(body).toMatchObject({ executionId: ids.executionId, campaignId: ids.campaignId, isComplete: true });
  expect(body.messages).toMatchObject([
    {
      kind: 'email',
      stepId: ids.stepId,
      ...details,
      text: null,
      occurredAt: new Date(sentAt).toISOString(),
    },
    { kind: 'reply', id, text: 'Call me.', subject: 'Re: Hello', isAutomatic: false },
    {
      kind: 'answer',
      id: sent.body.id,
      text: 'Thank you.',
      subject: 'Re: Hello',
      // The stack may have sent it.
      answerStatus: expect.stringMatching(/^(queued|sending|sent)$/),
      answerError: null,
    },
  ]);
});
