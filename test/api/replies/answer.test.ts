import { hash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ContactPatch } from '#lib/contacts/contact.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { addressCountKey } from '#lib/direct-emails/items.ts';
import { directEmailLimits } from '#lib/direct-emails/limits.ts';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { recipientDigest } from '#lib/links/token.ts';
import { readLastAnswers } from '#lib/replies/answers/answers.ts';
import { handler as answerReply } from '../../../functions/replies/answer.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { readStoredItems } from '../../support/stored-items.ts';
import { type AddedReply, addReply } from '../support/replies.ts';
import { addContact, block, commitNow, uniqueEmail } from '../support/seed.ts';
import { readTableAsText } from '../support/table-dump.ts';
import { pathsOf } from '../support/walk.ts';

const post = (
  { apiKey }: Pick<Workspace, 'apiKey'>,
  { replyId: id }: AddedReply,
  body: unknown = { text: 'Gladly.' },
  headers: Record<string, string> = {},
) =>
  call(answerReply, { method: 'POST', path: `/replies/${id}/answer`, params: { id }, body, apiKey, headers });

const countAnswers = async ({ workspaceId }: Workspace, { ids }: AddedReply) =>
  (await readLastAnswers(connected().table, workspaceId, ids.contactId, 10)).answers.length;

describe('an answer to a reply', () => {
  test('is queued from the account of the answered email', async () => {
    const workspace = await newWorkspace();
    const reply = await addReply(workspace.workspaceId);
    const { status, headers, body } = await post(workspace, reply);
    const { stepId: _, ...ids } = reply.ids;

    expect(status).toBe(202);
    expect(headers['location']).toMatch(new RegExp(`/replies/${reply.replyId}/thread$`));
    expect(body).toMatchObject({ replyId: reply.replyId, ...ids, status: 'queued' });
    expect(body.messageId).toContain(`${body.id}@`);
  });

  test('is queued once for two requests with one Idempotency-Key', async () => {
    const workspace = await newWorkspace();
    const reply = await addReply(workspace.workspaceId);
    const headers = { 'Idempotency-Key': randomUUID() };
    const responses = await Promise.all([1, 2, 3].map(() => post(workspace, reply, undefined, headers)));

    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(await countAnswers(workspace, reply)).toBe(1);
  });

  test('is allowed to a contact that has unsubscribed or was deleted', async () => {
    const workspace = await newWorkspace();
    const { workspaceId } = workspace;
    const unsubscribed = await addContact(workspaceId);
    const patch = ContactPatch.parse({ status: 'unsubscribed' });
    await commitNow(workspaceId, await planContactUpdate(connected(), workspaceId, unsubscribed, patch));
    const deleted = await addContact(workspaceId);
    const replies = [
      await addReply(workspaceId, { contactId: unsubscribed }),
      await addReply(workspaceId, { contactId: deleted }),
    ];
    await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, deleted));

    for (const reply of replies) expect((await post(workspace, reply)).status).toBe(202);
  });

  test('is rejected for a blocklisted address or domain', async () => {
    const workspace = await newWorkspace();
    const { workspaceId } = workspace;
    await Promise.all([block(workspaceId, 'ann@blocked.example'), block(workspaceId, 'blocked.test')]);
    for (const fromEmail of ['ann@blocked.example', 'Ann@Blocked.Example', 'bob@mail.blocked.test']) {
      const reply = await addReply(workspaceId, { fromEmail });
      const { status, body } = await post(workspace, reply);

      expect([status, body.error.message]).toEqual([422, expect.stringContaining('blocklisted')]);
      expect(await countAnswers(workspace, reply)).toBe(0);
    }
  });

  test('is rejected beyond the daily limit of an address, even for concurrent requests', async () => {
    const workspace = await newWorkspace();
    const { workspaceId } = workspace;
    const fromEmail = 'ann@often.example';
    const reply = await addReply(workspaceId, { fromEmail });
    const digest = await recipientDigest(kmsTokenSigner(), workspaceId, fromEmail);
    const update = addressCountKey(workspaceId, new Date().toISOString().slice(0, 10), digest);
    await connected().table.update({ update, set: { answers: directEmailLimits.answers.toAddress - 1 } });
    const responses = await Promise.all([1, 2].map(() => post(workspace, reply)));

    expect(responses.map(({ status }) => status).sort()).toEqual([202, 422]);
    expect(await countAnswers(workspace, reply)).toBe(1);
  });

  test('leaves no hash of the address that can be computed without a key', async () => {
    const workspace = await newWorkspace();
    const fromEmail = uniqueEmail();
    expect((await post(workspace, await addReply(workspace.workspaceId, { fromEmail }))).status).toBe(202);

    const stored = JSON.stringify(await readStoredItems(`W#${workspace.workspaceId}#`));
    const digest = await recipientDigest(kmsTokenSigner(), workspace.workspaceId, fromEmail);
    expect(stored).toContain(digest);
    for (const encoding of ['base64url', 'hex'] as const)
      expect(stored).not.toContain(hash('sha256', fromEmail, encoding).slice(0, 10));
  });

  test('is queued if the account is paused, since its inbox is still read', async () => {
    const workspace = await newWorkspace();
    const { workspaceId } = workspace;
    const reply = await addReply(workspaceId);
    const update = accountKey(workspaceId, reply.ids.emailAccountId);
    await connected().table.update({ update, set: { status: 'paused' } });

    expect((await post(workspace, reply)).status).toBe(202);
  });

  test('is rejected if the account is not connected', async () => {
    const workspace = await newWorkspace();
    const { workspaceId } = workspace;
    const reply = await addReply(workspaceId);
    await commitNow(workspaceId, await planDisconnection(connected(), workspaceId, reply.ids.emailAccountId));
    const { status, body } = await post(workspace, reply);

    expect([status, body.error.message]).toEqual([422, expect.stringContaining('not connected')]);
  });

  test.each([
    [{}, 'text'],
    [{ text: ' ' }, 'text'],
    [{ text: 'a'.repeat(20_001) }, 'text'],
    [{ text: 'x', html: 'a'.repeat(50_001) }, 'html'],
    [{ text: 'x', to: 'eve@example.com' }, 'to'],
  ])('has a text within the limits, and no other recipient: %#', async (body, path) => {
    const workspace = await newWorkspace();
    const response = await post(workspace, await addReply(workspace.workspaceId), body);

    expect([response.status, pathsOf(response)]).toEqual([422, [path]]);
  });

  test('of the maximum length is accepted', async () => {
    const workspace = await newWorkspace();
    const body = { text: '\uffff'.repeat(20_000), html: '\u0001'.repeat(50_000) };

    expect((await post(workspace, await addReply(workspace.workspaceId), body)).status).toBe(202);
  });

  test('to a reply of another workspace is rejected', async () => {
    const { workspaceId } = await newWorkspace();

    expect((await post(await newWorkspace(), await addReply(workspaceId))).status).toBe(404);
  });

  test('is not in the table in clear, even with an Idempotency-Key', async () => {
    const workspace = await newWorkspace();
    const reply = await addReply(workspace.workspaceId);
    const text = 'planted-in-an-answer';
    await post(workspace, reply, { text, html: `<p>${text}</p>` }, { 'Idempotency-Key': randomUUID() });

    expect(await readTableAsText()).not.toContain(text);
  });
});
