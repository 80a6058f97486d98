import { expect, test } from 'vitest';
import { Answer } from '#lib/replies/answers/answer.ts';
import { Reply, ReplySummary } from '#lib/replies/reply.ts';
import { ReplyThread } from '#lib/replies/thread.ts';
import { pageOf } from '#lib/values/schemas.ts';
import { replyOnPage } from '../../infra/local/demo/inbox-page.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { addressOf, startCorrespondence } from './support/correspondence.ts';

const syncIntervalMs = 120_000;

test('a reply is listed, read, answered in its thread and answered again by the contact', {
  timeout: 180_000,
}, async () => {
  const story = await startCorrespondence();
  const { api, advance, mailsTo, report } = story;
  const address = addressOf('replies');
  const repliesNow = async () => (await api.get(pageOf(ReplySummary), '/replies?isRead=false')).data;
  const replyTo = async (position: number, text: string) => {
    const mails = (await mailsTo('replies')).toSorted((one, other) => one.id - other.id);
    await replyOnPage(report.mail.webUrl, mails[position]?.id ?? 0, { kind: 'reply', text });
    await advance(syncIntervalMs);
  };

  await replyTo(0, 'Gladly. Call me.');
  await waitUntil('the stored reply', async () => (await repliesNow()).length === 1);
  const [listed] = await repliesNow();
  expect(listed).toMatchObject({ fromEmail: address, snippet: 'Gladly. Call me.', isAutomatic: false });
  const replyId = listed?.id ?? '';
  expect(await api.get(Reply, `/replies/${replyId}`)).toMatchObject({ text: 'Gladly. Call me.' });

  const answer = await api.post(Answer, `/replies/${replyId}/answer`, { text: 'Monday at ten?' });
  await waitUntil('the sent answer', async () => {
    await advance(1000);

    return (await mailsTo('replies')).length === 2;
  });
  await replyTo(1, 'Monday is fine.');
  await waitUntil('the second reply', async () => (await repliesNow()).length === 2);
  await expectOneThread(report.mail.webUrl, await mailsTo('replies'));

  const { messages } = await api.get(ReplyThread, `/replies/${replyId}/thread`);
  expect(messages.map(({ kind, text }) => [kind, text])).toEqual([
    ['email', null],
    ['reply', 'Gladly. Call me.'],
    ['answer', 'Monday at ten?'],
    ['reply', 'Monday is fine.'],
  ]);
  expect(messages[2]).toMatchObject({ id: answer.id, toEmail: address, answerStatus: 'sent' });
});

/** The recipient's mail program shows one thread: the answer refers to the first email and to the reply. */
async function expectOneThread(webUrl: string, mails: readonly { readonly id: number }[]): Promise<void> {
  const [first, answer] = await Promise.all(
    mails
      .toSorted((one, other) => one.id - other.id)
      .map(async ({ id }) =>
        (await (await fetch(`${webUrl}/api/messages/${id}/raw`)).text()).replaceAll(/\r?\n[ \t]/g, ' '),
      ),
  );
  const messageId = /^Message-ID:\s*(<[^>]+>)/im.exec(first ?? '')?.[1] ?? 'none';
  const references = /^References:\s*(.*)$/im.exec(answer ?? '')?.[1] ?? '';
  const inReplyTo = /^In-Reply-To:\s*(<[^>]+>)/im.exec(answer ?? '')?.[1] ?? 'none';

  expect(references.split(/\s+/)).toEqual(expect.arrayContaining([messageId, inReplyTo]));
  expect(inReplyTo).not.toBe(messageId);
  expect(/^Subject: (.*)$/im.exec(answer ?? '')?.[1]).toBe('Re: Hello');
}
