import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { startMailCatcher } from '../../../infra/local/engines/mail/mail-catcher.ts';
import { movableClock, stopAfterTest, temporaryFolder } from './support.ts';

const Mail = z.object({
  id: z.int(),
  from: z.string(),
  subject: z.string(),
  messageId: z.string(),
  receivedAt: z.string(),
  to: z.array(z.string()),
});
const WholeMail = z.extend(Mail, {
  text: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
});

const original = {
  from: { name: 'Sam', address: 'sam@sender.test' },
  to: 'bo@buyer.test',
  subject: 'Re: Hello',
  text: 'Good day.\nHow are you?',
  messageId: '<second@sender.test>',
  inReplyTo: '<first@sender.test>',
  references: ['<first@sender.test>'],
};

/** A page with one email, and the actions of its reader. */
async function startWith(mail: Record<string, unknown> = {}) {
  const catcher = await stopAfterTest(startMailCatcher({ databaseFile: `${temporaryFolder()}/mail.db` }));
  const transport = createTransport({ host: '127.0.0.1', port: catcher.smtp.port });
  onTestFinished(() => transport.close());
  await transport.sendMail({ ...original, ...mail });
  const read = async (path: string) => (await fetch(`${catcher.webUrl}${path}`)).text();
  const mailsTo = async (address: string) =>
    z.array(Mail).parse(JSON.parse(await read(`/api/messages?to=${address}`)));

  return {
    read,
    mailsTo,
    post: (fields: Record<string, string>, headers: Record<string, string> = {}, id = 1) =>
      fetch(`${catcher.webUrl}/messages/${id}/replies`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields),
        headers,
      }),
    async answerTo(address: string) {
      const [{ id } = { id: 0 }] = await mailsTo(address);
      const whole = WholeMail.parse(JSON.parse(await read(`/api/messages/${id}`)));
      const raw = await read(`/api/messages/${id}/raw`);

      return { ...whole, raw, header: (name: string) => headerIn(whole, name) };
    },
  };
}

function headerIn({ headers }: z.output<typeof WholeMail>, name: string): string | undefined {
  return headers.find((each) => each.name === name)?.value;
}

test('a reply arrives in the sender’s inbox, in the thread of the answered email, and quotes it', async () => {
  movableClock().advanceSeconds(86_400);
  const now = Date.now();
  const { post, answerTo } = await startWith();
  const answer = await post({ kind: 'reply', text: 'Grüße!\r\n.\r\nFrom me' });

  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?id=1']);
  const { header, ...reply } = await answerTo('sam@sender.test');
  expect(reply).toMatchObject({ from: 'bo@buyer.test', to: ['sam@sender.test'], subject: 'Re: Hello' });
  expect(reply.text).toMatch(
    /^Grüße!\n\.\nFrom me\n\nOn .+ GMT, sam@sender\.test wrote:\n> Good day\.\n> How/,
  );
  expect(header('In-Reply-To')).toBe('<second@sender.test>');
  expect(header('References')).toBe('<first@sender.test> <second@sender.test>');
  expect(header('Message-ID')).toMatch(/^<[\w-]+@buyer\.test>$/);
  expect(reply.messageId).toBe(header('Message-ID'));
  expect(Date.parse(header('Date') ?? '')).toBeGreaterThanOrEqual(now - 1000);
  expect(header('Auto-Submitted')).toBeUndefined();
});

test('a reply goes to the email’s Reply-To address', async () => {
  const { post, mailsTo } = await startWith({ replyTo: 'Inbox <inbox@sender.test>' });
  await post({ kind: 'reply', text: 'Yes' });

  expect(await mailsTo('inbox@sender.test')).toHaveLength(1);
  expect(await mailsTo('sam@sender.test')).toHaveLength(0);
});

test('an out-of-office reply is marked as automatic and has an empty envelope sender', async () => {
  const { post, answerTo, read } = await startWith({ replyTo: 'inbox@sender.test' });
  expect((await post({ kind: 'out-of-office', text: '' })).status).toBe(303);
  const { header, ...note } = await answerTo('sam@sender.test');

  expect(note).toMatchObject({ from: '', subject: 'Automatic reply: Hello' });
  expect(header('Auto-Submitted')).toBe('auto-replied');
  expect(header('From')).toBe('bo@buyer.test');
  expect(note.text).toContain('out of the office');
  expect(await read(`/?id=${note.id}`)).not.toContain('<textarea');
  expect((await post({ kind: 'reply', text: 'Hi' }, {}, note.id)).status).toBe(404);
});

test('a bounce is a delivery report with the header of the returned email', async () => {
  const { post, answerTo } = await startWith();
  await post({ kind: 'bounce', text: '' });
  const { header, raw, ...bounce } = await answerTo('sam@sender.test');

  expect(bounce).toMatchObject({ from: '', subject: 'Undelivered Mail Returned to Sender' });
  expect(header('From')).toBe('Mail Delivery System <MAILER-DAEMON@mx.buyer.test>');
  expect(header('Content-Type')).toMatch(/^multipart\/report; report-type=delivery-status; ?boundary=/);
  const [, words, status, quoted] = raw.split(/^--.+\r\n/m);
  expect(words).toMatch(/^Content-Type: text\/plain/);
  expect(status).toMatch(/^Content-Type: message\/delivery-status\r\n/);
  expect(status).toMatch(
    /^Final-Recipient: rfc822; bo@buyer\.test\r\nAction: failed\r\nStatus: 5\.1\.1\r\n/m,
  );
  expect(quoted).toMatch(/^Content-Type: text\/rfc822-headers\r\n/);
  expect(quoted).toContain('Message-ID: <second@sender.test>');
  expect(quoted).not.toContain('Good day');
});

test('the page of an email shows its own conversation only', async () => {
  const { post, read, mailsTo } = await startWith({ subject: 'Tom & Jerry' });
  await post({ kind: 'reply', text: 'Yes' });
  await post({ kind: 'bounce', text: '' });
  const ids = (await mailsTo('sam@sender.test')).map(({ id }) => id);
  const shown = async (id: number) =>
    [...(await read(`/?id=${id}`)).matchAll(/<li><a href="\/\?id=(\d+)"/g)].map((match) => Number(match[1]));

  expect(ids).toEqual([3, 2]);
  expect(await shown(1)).toEqual([1, 2, 3]);
  expect(await shown(2)).toEqual([1, 2, 3]);
  const others = await startWith({ messageId: '<other@sender.test>', inReplyTo: '', references: '' });
  expect(await others.read('/?id=1')).not.toContain('class="conversation"');
});

test.each([
  ['an unknown kind', { kind: 'complaint', text: 'Yes' }, 'what kind'],
  ['no kind', { text: 'Yes' }, 'what kind'],
  ['an empty reply', { kind: 'reply', text: ' \r\n ' }, 'Write something'],
  ['a text that is too long', { kind: 'reply', text: 'x'.repeat(10_001) }, 'longer than 10000'],
])('%s is reported on the page, which keeps the draft', async (_, fields: Record<string, string>, told) => {
  const { post, mailsTo } = await startWith();
  const answer = await post(fields);
  const page = await answer.text();

  expect(answer.status).toBe(422);
  expect(/<p class="problem" role="alert">(.*?)<\/p>/.exec(page)?.[1]).toContain(told);
  expect(page).toContain(`${fields['text']?.trim()}</textarea>`);
  expect(page, 'a search on this page shows the list page').toContain('<form role="search" action="/">');
  expect(await mailsTo('sam@sender.test')).toHaveLength(0);
});

test('a reply may be long, in any script, and injects no markup into the page', async () => {
  const { post, answerTo } = await startWith({ subject: 'Hello\r\nBcc: x@buyer.test' });
  const hostile = '</textarea><script>steal()</script>';
  const page = await (await post({ kind: 'none', text: hostile })).text();
  expect(page).toContain('&#60;/textarea&#62;&#60;script&#62;');
  expect(page).not.toContain('<script>steal');

  const text = 'ж'.repeat(10_000);
  await post({ kind: 'reply', text });
  const reply = await answerTo('sam@sender.test');
  expect(reply.text).toContain(text);
  expect(reply.to).toEqual(['sam@sender.test']);
});

test.each([
  ['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
  ['another port', { 'Sec-Fetch-Site': 'same-site' }, 403],
  ['an old browser on another site', { Origin: 'https://evil.test' }, 403],
  ['a page without an origin', { Origin: 'null' }, 403],
  ['the page itself', { 'Sec-Fetch-Site': 'same-origin' }, 303],
])(
  'a form that is posted from %s is accepted or refused as expected',
  async (_, headers: Record<string, string>, status) => {
    const { post, mailsTo } = await startWith();

    expect((await post({ kind: 'reply', text: 'Yes' }, headers)).status).toBe(status);
    expect(await mailsTo('sam@sender.test')).toHaveLength(status === 303 ? 1 : 0);
  },
);

test('an email that does not exist cannot be answered', async () => {
  const { post } = await startWith();

  expect((await post({ kind: 'reply', text: 'Yes' }, {}, 2)).status).toBe(404);
});
