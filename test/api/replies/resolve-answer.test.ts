import { beforeEach, describe, expect, test } from 'vitest';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { dayCountKey } from '#lib/direct-emails/items.ts';
import { directEmailLimits } from '#lib/direct-emails/limits.ts';
import { findAnswer } from '#lib/replies/answers/answers.ts';
import { planAnswerResolution } from '#lib/replies/answers/resolve-answer.ts';
import { getReply } from '#lib/replies/read.ts';
import { readDueWork } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';
import { handler as resolveAnswer } from '../../../functions/replies/resolve-answer.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { type AddedReply, addAnswer, addReply } from '../support/replies.ts';
import { expectProblem } from '../support/subject.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
let reply: AddedReply;

beforeEach(async () => {
  workspace = await newWorkspace();
  reply = await addReply(workspace.workspaceId);
});

const unknown = { status: 'outcome_unknown', sentCheckAt: Date.now() + 60_000, sentChecks: 0 };
const add = (state: Record<string, unknown> = unknown) =>
  addAnswer(workspace.workspaceId, reply.replyId, state);

const resolve = (answerId: string, outcome: string, replyId = reply.replyId) =>
  call(resolveAnswer, {
    method: 'POST',
    path: `/replies/${replyId}/answers/${answerId}/resolve`,
    params: { id: replyId, answerId },
    body: { outcome },
    apiKey: workspace.apiKey,
  });
const stored = (answerId: string) =>
  findAnswer(connected().table, workspace.workspaceId, reply.ids.contactId, answerId);
const answeredAt = async () => {
  const services = { ...connected(), vault: kmsVault(connected()) };

  return (await getReply(services, workspace.workspaceId, reply.replyId)).answeredAt;
};
const isDue = async (answerId: string) =>
  (await readDueWork(connected().table, 'answer', Date.now() + 120_000, 400)).some(({ sk }) =>
    sk.endsWith(answerId),
  );

describe('POST /replies/{id}/answers/{answerId}/resolve', () => {
  test('records an answer as sent, and no worker sends or searches it again', async () => {
    const answerId = await add();
    const { status, body } = await resolve(answerId, 'sent');

    expect(status).toBe(200);
    expect(body).toMatchObject({ id: answerId, replyId: reply.replyId, status: 'sent' });
    expect(body.messageId).toContain(answerId);
    const answer = await stored(answerId);
    expect(answer).toMatchObject({ status: 'sent', sentAt: body.createdAt });
    expect(answer?.sentCheckAt).toBeUndefined();
    expect(await isDue(answerId)).toBe(false);
    expect((await resolve(answerId, 'sent')).body).toEqual(body);
  });

  test('sets the time of the answer at its reply, only for an answer that was sent', async () => {
    await resolve(await add({ status: 'queued', dueAt: Date.now() + 60_000 }), 'cancelled');
    await resolve(await add(), 'not_sent');
    expect(await answeredAt()).toBeNull();
    const { body } = await resolve(await add(), 'sent');

    expect(await answeredAt()).toBe(body.createdAt);
  });

  test('queues an answer that was not sent once more', async () => {
    const answerId = await add();
    const plan = () =>
      planAnswerResolution(
        { ...connected(), vault: kmsVault(connected()), signer: kmsTokenSigner() },
        workspace.workspaceId,
        { id: reply.replyId, answerId },
        { outcome: 'not_sent' },
      );
    const planned = await plan();
    const { status, body } = await resolve(answerId, 'not_sent');
    const repeated = await resolve(answerId, 'not_sent');

    expect(planned.messages).toEqual([
      { queue: 'sends', message: { contactId: reply.ids.contactId, answerId } },
    ]);
    expect(await plan()).toMatchObject({ writes: [] });

    expect([status, body.status, repeated.status, repeated.body]).toEqual([200, 'queued', 200, body]);
    const answer = await stored(answerId);
    expect(answer).toMatchObject({ status: 'queued', attempts: 0 });
    expect(answer?.sentCheckAt).toBeUndefined();
    expect(await isDue(answerId)).toBe(true);
  });

  test.each([
    ['sending', 'sent'],
    ['sending', 'not_sent'],
    ['sent', 'not_sent'],
    ['failed', 'sent'],
    ['failed', 'cancelled'],
    ['sending', 'cancelled'],
    ['sent', 'cancelled'],
    ['outcome_unknown', 'cancelled'],
    ['queued', 'sent'],
  ])('refuses an answer that is %s and would become %s', async (status, outcome) => {
    const answerId = await add({ status });
    const refused = await resolve(answerId, outcome);

    expect(refused.status).toBe(422);
    expect(pathsOf(refused)).toEqual(['outcome']);
    expect((await stored(answerId))?.status).toBe(status);
  });

  test('cancels an answer that waits, and no worker sends it', async () => {
    const answerId = await add({ status: 'queued', dueAt: Date.now() + 60_000 });
    const { status, body } = await resolve(answerId, 'cancelled');

    expect([status, body.status]).toEqual([200, 'failed']);
    expect(await stored(answerId)).toMatchObject({ status: 'failed', error: 'cancelled' });
    expect(await isDue(answerId)).toBe(false);
    expect((await resolve(answerId, 'cancelled')).body).toEqual(body);
  });

  test('returns 404 for an answer to another reply', async () => {
    const answerId = await add();
    const other = await addReply(workspace.workspaceId, { contactId: reply.ids.contactId });

    expect((await resolve(answerId, 'sent', other.replyId)).status).toBe(404);
    expect((await stored(answerId))?.status).toBe('outcome_unknown');
  });
});

test('a further attempt of an answer counts towards the daily limits', async () => {
  const answerId = await add();
  const day = timestamp(Date.now()).slice(0, 10);
  const { inWorkspace } = directEmailLimits.answers;
  const put = { ...dayCountKey(workspace.workspaceId, day), answers: inWorkspace };
  await connected().table.put({ put });

  expectProblem(await resolve(answerId, 'not_sent'), 422, 'VALIDATION_ERROR');
  expect((await resolve(answerId, 'sent')).status).toBe(200);
});
