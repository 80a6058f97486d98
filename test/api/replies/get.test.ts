import { expect, test } from 'vitest';
import { handler as getReply } from '../../../functions/replies/get.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { addReply } from '../support/replies.ts';
import { readTableAsText } from '../support/table-dump.ts';

test('a reply can be read with its texts, HTML and attachments', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const attachments = [{ name: 'plan.pdf', type: 'application/pdf', sizeBytes: 123 }];
  const content = { text: 'Yes.', fullText: 'Yes.\n> Hello', html: '<p>Yes.</p>', attachments };
  const { replyId: id, ids, fromEmail } = await addReply(workspaceId, { content });
  const { status, body } = await call(getReply, {
    method: 'GET',
    path: `/replies/${id}`,
    params: { id },
    apiKey,
  });

  expect(status).toBe(200);
  expect(body).toMatchObject({
    id,
    ...ids,
    fromEmail,
    fromName: 'Ann',
    subject: 'Re: Hello',
    isRead: false,
    labels: [],
    messageId: '<reply@there.example>',
    ...content,
    attachmentCount: 1,
    isTruncated: false,
  });
});

test('no text of a reply is in the table in clear', async () => {
  const { workspaceId } = await newWorkspace();
  const planted = ['subject', 'text', 'quotation', 'html', 'file', 'name', 'message', 'thread'].map(
    (part) => `planted-${part}-in-a-reply`,
  );
  const [subject = '', text = '', quotation = '', html = '', name = '', fromName = '', messageId = ''] =
    planted;
  const attachments = [{ name, type: 'text/plain', sizeBytes: 1 }];
  const content = { subject, text, fullText: `${text}${quotation}`, html, attachments, fromName, messageId };
  await addReply(workspaceId, {
    content: { ...content, references: [planted[7] ?? ''] },
    fromEmail: 'planted-address@reply.example',
  });
  const table = await readTableAsText();

  for (const each of [...planted, 'planted-address@reply.example']) expect(table).not.toContain(each);
});
