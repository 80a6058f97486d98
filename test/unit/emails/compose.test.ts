import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { composeEmail } from '#lib/emails/rendering/compose.ts';
import { createEmailLinks } from '#lib/links/links.ts';
import { composed, draftWith } from '../../support/draft.ts';
import { sampleEmailIds, workspaceKeys } from '../../support/workspace-keys.ts';

const links = await createEmailLinks(workspaceKeys, 'https://t.example', sampleEmailIds(), 'ada@example.com');
const { unsubscribeUrl } = links;

/** The parsed message, without the line breaks at the end of parts. */
async function arrival(changes: Parameters<typeof draftWith>[0]) {
  const parsed = await PostalMime.parse((await composed(draftWith(changes))).raw);
  const headers = new Map(parsed.headers.map(({ key, value }) => [key, value]));

  return { ...parsed, headers, text: parsed.text?.trimEnd(), html: parsed.html?.trimEnd() };
}

describe('the parts of an email', () => {
  test('are HTML and a text derived from it', async () => {
    const mail = await arrival({
      variant: { bodyHtml: '<p>Hi {{firstName}}</p><p>see <a href="https://e">us</a></p>' },
    });

    expect(mail.headers.get('content-type')).toMatch(/^multipart\/alternative;/);
    expect(mail.html).toBe('<p>Hi Ann</p><p>see <a href="https://e">us</a></p>');
    expect(mail.text).toBe('Hi Ann\n\nsee us (https://e)');
  });

  test('are HTML and the author’s text', async () => {
    expect(await arrival({ variant: { bodyHtml: '<p>Hi</p>', bodyText: 'Good day' } })).toMatchObject({
      html: '<p>Hi</p>',
      text: 'Good day',
    });
  });

  test('are only a text if there is no HTML', async () => {
    const mail = await arrival({ variant: { bodyText: 'Hi {{firstName}} & <you>' } });

    expect(mail.headers.get('content-type')).toMatch(/^text\/plain;/);
    expect(mail).toMatchObject({ text: 'Hi Ann & <you>', html: undefined });
  });

  test('are only a text without tracking if plainTextOnly is set', async () => {
    const settings = { plainTextOnly: true };
    const made = await arrival({
      variant: { bodyHtml: '<p>see <a href="https://e">us</a></p>' },
      settings,
      links,
    });
    const own = await arrival({
      variant: { bodyHtml: '{{city}}', bodyText: 'see https://e' },
      settings,
      links,
    });

    expect(made.headers.get('content-type')).toMatch(/^text\/plain;/);
    expect(made.text).toBe(`see us (https://e)\n\nUnsubscribe (${links.short.url})`);
    expect(own).toMatchObject({ text: `see https://e\n\nUnsubscribe: ${links.short.url}`, html: undefined });
  });

  test('preserve every language and contain no control characters', async () => {
    const words = 'Grüße 你好 😀 Łódź';
    const variant = { subject: words, bodyHtml: `<p>${words}\0\u0007\ud800</p>` };
    const mail = await arrival({ variant, sender: { fromName: `${words} "Sam", <x>` } });

    expect(mail).toMatchObject({ subject: words, text: `${words}�`, html: `<p>${words}�</p>` });
    expect(mail.from).toEqual({ name: `${words} "Sam", <x>`, address: 'sam@example.org' });
  });

  test('make the same choices in HTML and text, and on every retry', async () => {
    const greeting = Array.from({ length: 12 }, () => '{a|b|c|d}').join('');
    const draft = {
      ...draftWith({ variant: { subject: greeting, bodyHtml: `<p>${greeting}</p>`, bodyText: greeting } }),
    };
    const [first, second] = await Promise.all([arrival(draft), arrival(draft)]);

    expect(first.text).toMatch(/^[a-d]{12}$/);
    expect(first.html).toBe(`<p>${first.text}</p>`);
    expect([second.subject, second.text, second.html]).toEqual([first.subject, first.text, first.html]);
  });
});

describe('additions to the body:', () => {
  const signatureHtml = '<p>Sam<br><b>Acme</b></p>';

  test('the signature follows the body, in HTML and in text', async () => {
    const sender = { signatureHtml };
    const html = await arrival({ variant: { bodyHtml: '<html><BODY><p>Hi</p></BODY></html>' }, sender });
    const text = await arrival({ variant: { bodyText: 'Hi\n' }, sender });

    expect(html.html).toBe(`<html><BODY><p>Hi</p><div><br>${signatureHtml}</div></BODY></html>`);
    expect(html.text).toBe('Hi\n\nSam\nAcme');
    expect(text.text).toBe('Hi\n\nSam\nAcme');
  });

  test('the unsubscribe link with the campaign’s text follows the signature', async () => {
    const settings = {
      unsubscribe: { header: true, link: true, text: 'No more <mails>' },
      trackOpens: false,
    };
    const mail = await arrival({
      variant: { bodyHtml: '<p>Hi</p>' },
      settings,
      sender: { signatureHtml },
      links,
    });

    expect(mail.html).toMatch(/Acme<\/b><\/p><\/div><p><a href="[^"]+">No more &#60;mails&#62;<\/a><\/p>$/);
    expect(mail.html).toContain(`href="${unsubscribeUrl}"`);
    expect(mail.text).toBe(`Hi\n\nSam\nAcme\n\nNo more <mails> (${unsubscribeUrl})`);
  });

  test.each([
    [null, 'Unsubscribe: @', '<a href="@">Unsubscribe</a>'],
    ['Not for you? Tell me.', 'Not for you? Tell me. @', '<a href="@">Not for you? Tell me.</a>'],
    [
      'Falsch hier? [Abmelden] & gut.',
      'Falsch hier? Abmelden (@) & gut.',
      'Falsch hier? <a href="@">Abmelden</a> &#38; gut.',
    ],
    ['[Stop]', 'Stop: @', '<a href="@">Stop</a>'],
    ['a [b] [c]', 'a [b] [c]: @', '<a href="@">a [b] [c]</a>'],
  ])('the sentence %s is written with its link', async (text, plain, html) => {
    const settings = { unsubscribe: { header: true, link: true, text }, trackOpens: false };
    const ofText = await arrival({ settings, links });
    const ofHtml = await arrival({ settings, links, variant: { bodyHtml: '<p>Hi</p>' } });

    expect(ofText.text).toBe(`Good day.\n\n${plain.replace('@', links.short.url)}`);
    expect(ofHtml.html).toBe(`<p>Hi</p><p>${html.replace('@', unsubscribeUrl)}</p>`);
  });

  test('no link is added if the body has one, or if the campaign disables it', async () => {
    const own = { bodyHtml: '<a href="{{unsubscribeUrl}}">stop</a>', bodyText: 'stop: {{unsubscribe_url}}' };
    const mail = await arrival({ variant: own, settings: { trackOpens: false }, links });
    const unwanted = await arrival({
      settings: { unsubscribe: { header: false, link: false, text: null } },
      links,
    });

    expect(mail.html).toBe(`<a href="${unsubscribeUrl}">stop</a>`);
    expect(mail.text).toBe(`stop: ${unsubscribeUrl}`);
    expect(unwanted.text).toBe('Good day.');
    expect([...unwanted.headers.keys()]).not.toContain('list-unsubscribe');
  });

  test.each([
    '<!--[if mso]><a href="@">Unsubscribe</a><![endif]-->',
    '<div style="display:none"><a href="@">Unsubscribe</a></div>',
    '<!-- <a href="@">Unsubscribe</a> -->',
    '<template><a href="@">Unsubscribe</a></template>',
  ])('a link is added if only some mail programs, or none, show the link of the body: %s', async (hidden) => {
    const bodyHtml = `<p>Hi</p>${hidden.replace('@', '{{unsubscribeUrl}}')}`;
    const settings = { trackOpens: false, unsubscribe: { header: false, link: true, text: null } };
    const mail = await arrival({ variant: { bodyHtml }, settings, links });

    expect(mail.html?.endsWith(`<p><a href="${unsubscribeUrl}">Unsubscribe</a></p>`)).toBe(true);
    expect(mail.text).toBe(`Hi\n\nUnsubscribe (${unsubscribeUrl})`);
  });

  test('headers offer one-click unsubscribe', async () => {
    const { headers } = await arrival({ links });

    expect(headers.get('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`);
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  test('without links there is no tracking and no unsubscribe', async () => {
    const mail = await arrival({ variant: { bodyHtml: '<p><a href="https://e">us</a></p>' } });

    expect(mail.html).toBe('<p><a href="https://e">us</a></p>');
    expect([...mail.headers.keys()]).not.toContain('list-unsubscribe');
    expect(await composeEmail(draftWith({ variant: { bodyText: '{{unsubscribeUrl}}' } }))).toEqual({
      kind: 'missing',
      fields: ['unsubscribeUrl'],
    });
  });
});

test.each([
  'From here on.\nFrom x to y\n\nFrom z',
  `Hi ${'x'.repeat(900)}\nFrom é`,
  `From ${'word '.repeat(60)}\nFrom here`,
  `${'a '.repeat(36)}From soft breaks ${'b '.repeat(60)}`,
])('no line of a body begins with From and a space: %s', async (bodyText) => {
  for (const bodyHtml of [null, `<p>${bodyText}</p>`]) {
    const { raw } = await composed(draftWith({ variant: { bodyText, bodyHtml } }));
    const parsed = await PostalMime.parse(raw);

    expect(raw.toString('latin1')).not.toContain('\nFrom ');
    expect(
      Math.max(
        ...raw
          .toString('latin1')
          .split('\r\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(78);
    expect(parsed.text?.trimEnd()).toBe(bodyText.trimEnd());
    if (bodyHtml) expect(parsed.html?.trimEnd()).toBe(bodyHtml);
  }
});

describe('the headers of an email', () => {
  test('contain no unexpected header', async () => {
    const mail = await arrival({ sender: { fromName: 'Sam', replyTo: 'desk@example.org' } });

    expect([...mail.headers.keys()].sort()).toEqual(
      'content-transfer-encoding content-type date from message-id mime-version references reply-to subject to'.split(
        ' ',
      ),
    );
    expect(mail.from).toEqual({ name: 'Sam', address: 'sam@example.org' });
    expect(mail.to).toEqual([{ name: '', address: 'ann@example.com' }]);
    expect(mail.replyTo).toEqual([{ name: '', address: 'desk@example.org' }]);
    expect(mail.messageId).toBe('<1@example.org>');
    // Amazon SES replaces Message-ID, and replies and delivery reports keep References.
    expect(mail.references).toBe('<1.ref@example.org>');
  });

  test.each(['=?utf-8?q?Sale?=', 'Hi =?ISO-8859-1?B?SGk=?= you', `=?x?Q?é${'ü'.repeat(80)}?=`])(
    'keep the subject %s, which looks encoded',
    async (subject) => {
      const draft = draftWith({ variant: { subject: '{{firstName}}', bodyText: 'x' } });
      const { raw } = await composed({ ...draft, contact: { ...draft.contact, firstName: subject } });
      const lines = raw.toString().split('\r\n');

      expect((await PostalMime.parse(raw)).subject).toBe(subject);
      expect(lines.filter((line) => /^subject:/i.test(line))).toHaveLength(1);
      expect(raw.toString()).not.toContain(subject);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
    },
  );

  test('contain no controls of the text direction in names', async () => {
    const draft = draftWith({ variant: { subject: 'Hi {{firstName}}', bodyText: 'x' } });
    const firstName = 'a\u202eb\u2066c\u200fd\u061c';
    const { raw } = await composed({ ...draft, contact: { ...draft.contact, firstName } });

    expect((await PostalMime.parse(raw)).subject).toBe('Hi abcd');
  });

  test('have the Message-ID on one line', async () => {
    const messageId = `<${'a'.repeat(94)}@${'b'.repeat(60)}.example>`;
    const raw = (await composed(draftWith({ messageId }))).raw.toString();

    expect(raw).toContain(`Message-ID: ${messageId}\r\n`);
    expect(raw.match(/^message-id:/gim)).toHaveLength(1);
  });

  test('of a reply reference the conversation and repeat its subject', async () => {
    const thread = { subject: 'RE: Hello Ann', messageIds: ['<0@e>', '<1@e>'] };
    const draft = draftWith({ variant: { subject: 'Not {{city}}', bodyText: 'x' }, thread });
    const mail = await arrival(draft);

    expect(mail).toMatchObject({
      subject: 'Re: Hello Ann',
      inReplyTo: '<1@e>',
      references: '<0@e> <1@e> <1.ref@example.org>',
    });
    expect((await composed(draft)).subject).toBe('Hello Ann');
  });

  test('of a first email have the author’s subject; replies omit its prefixes', async () => {
    const draft = draftWith({ variant: { subject: 'Re: {{firstName}}', bodyText: 'x' } });
    const mail = await arrival(draft);

    expect(mail.subject).toBe('Re: Ann');
    expect([...mail.headers.keys()]).not.toContain('in-reply-to');
    expect((await composed(draft)).subject).toBe('Ann');
  });
});

describe('composing returns no email', () => {
  test('but the names of all missing fields of subject and bodies', async () => {
    const variant = {
      subject: '{{firstName}} {{lastName}}',
      bodyHtml: '{{company.name}} {{custom.plan}} {{city | default: "x"}}',
      bodyText: '{{phone}} {{lastName}}',
    };
    expect(await composeEmail(draftWith({ variant }))).toEqual({
      kind: 'missing',
      fields: ['lastName', 'company.name', 'custom.plan', 'phone'],
    });
  });

  test('above 256 KB, and an email up to this size', async () => {
    const customFields = { long: 'x'.repeat(1000) };
    const of = (fields: number) =>
      composeEmail(
        draftWith({ variant: { bodyText: '{{custom.long}}'.repeat(fields) }, contact: { customFields } }),
      );

    expect(await of(263)).toEqual({ kind: 'too_large' });
    expect((await of(262)).kind).toBe('composed');
    expect(await of(6000)).toEqual({ kind: 'too_large' });
    const doubled = { bodyHtml: `<p>${'{{custom.long}}'.repeat(140)}</p>` };
    expect(await composeEmail(draftWith({ variant: doubled, contact: { customFields } }))).toEqual({
      kind: 'too_large',
    });
  });
});
