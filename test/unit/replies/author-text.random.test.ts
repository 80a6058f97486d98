import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlToText } from '#lib/html/html-to-text.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';
import { extractReplyContent } from '#lib/replies/content.ts';
import { attributions } from '../../corpus/replies/attributions.ts';
import { isWholeTier } from '../../support/tier.ts';

const nothing: Omit<ReceivedMessage, 'text' | 'html'> = {
  from: 'ann@example.com',
  fromName: 'Ann',
  subject: 'Re: Hello',
  messageId: '',
  headers: new Map([['to', ['"Thea Holm" <thea@sender.example>']]]),
  attachments: [],
  cc: [],
  isTruncated: false,
  attachedTexts: undefined,
};
const textOf = (text: string, html?: string) => extractReplyContent({ ...nothing, text, html }).text;
const textOfHtml = (html: string) => textOf(htmlToText(html), html);
const wordsOf = (text: string) => text.match(/own-[a-z]/g) ?? [];
/** A word of the author. It has no digit, which could be part of a date. */
const own = (at: number) => `own-${String.fromCharCode(97 + at)}`;
const numRuns = isWholeTier ? 5000 : 500;

/** Quotations as mail programs write them. Text of the author may follow each of them. */
const quotations: readonly string[] = [
  '<blockquote>quoted</blockquote>',
  '<blockquote type="cite"><p>quoted<blockquote>quoted</blockquote>quoted</blockquote>',
  '<div>On 3 June 2030 at 10:00, Thea Holm wrote:</div><blockquote type="cite">quoted</blockquote>',
  '<div>Thea Holm &lt;thea@sender.example&gt; ଲେଖିଛନ୍ତି 3/6/2030:</div><blockquote type="cite">quoted</blockquote>',
  '<div class="moz-cite-prefix">Thea kirjutas 3/6/2030:<br></div><blockquote cite="mid:x">quoted</blockquote>',
  '<div class="gmail_quote"><div class="gmail_attr">ଲେଖିଛନ୍ତି:<br></div><blockquote class="gmail_quote">quoted</blockquote></div>',
  '<div class="protonmail_quote"><div>quoted<div>quoted</div></div></div>',
  '<div class="yahoo_quoted"><div>quoted</div><blockquote>quoted</blockquote>quoted</div>',
  '<div id="x_mail-editor-reference-message-container"><hr><p>quoted</p></div>',
];
/** Quotations that continue to the end. */
const endings: readonly string[] = [
  '',
  '<hr tabindex="-1"><div id="divRplyFwdMsg"><b>ଠାରୁ:</b> quoted</div><p>quoted</p>',
  '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><b>ଠାରୁ:</b>quoted</div>quoted',
  '<div>From: Thea Holm</div><div>Sent: 3 June 2030</div><div>Subject: quoted</div><br><div>quoted</div>',
];

test('the text of any HTML reply has all words of its author in their order, and no quoted word', () => {
  const block = fc.oneof(
    fc.constantFrom('<p>#</p>', '<div>#<br>#</div>', '<ul><li>#</li></ul>', '#', '<div>#<p>#</div>'),
    fc.constantFrom(...quotations),
  );
  const reply = fc.tuple(fc.array(block, { minLength: 1, maxLength: 8 }), fc.constantFrom(...endings));
  fc.assert(
    fc.property(reply, ([blocks, ending]) => {
      let count = 0;
      const html = `<div>${own(0)}</div>${blocks.join('').replaceAll('#', () => `${own(++count)}.`)}${ending}`;
      const text = textOfHtml(html);

      expect(wordsOf(text)).toEqual(wordsOf(html));
      expect(text).not.toMatch(/quoted|wrote|ଲେ|ଠା|From/);
    }),
    { numRuns },
  );
});

test('the text of any reply with marked quotations has all words of its author in their order', () => {
  const line = fc.constantFrom('#', 'On Friday #', 'At 5pm, #', 'Yes #.', '# 10:30', 'To: #', '#:');
  const quotation = fc
    .tuple(
      fc.constantFrom('', ...attributions),
      fc.constantFrom('\n', '\n\n'),
      fc.constantFrom('> quoted', '> quoted\n>\n>> quoted'),
    )
    .map((parts) => parts.join(''));
  const block = fc.oneof(line, quotation);
  const reply = fc.array(fc.tuple(block, fc.constantFrom('\n', '\n\n')), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(reply, (blocks) => {
      let count = 0;
      const source = `${own(0)}.\n${blocks.flat().join('')}`.replaceAll('#', () => own(++count));
      const text = textOf(source);

      expect(wordsOf(text)).toEqual(wordsOf(source));
      expect(text).not.toContain('quoted');
    }),
    { numRuns },
  );
});

test('sentences of the author that look like the beginning of a quotation do not end the text', () => {
  const someone = fc.constantFrom(
    'the board',
    'Bo',
    'I',
    'our manager',
    'Bo <bo@board.example>',
    '"Bo, Li" (bo@x.example)',
  );
  const date = fc.constantFrom(
    'Monday',
    '3 June 2030',
    '3/6/2030 10:00',
    'Mon, Jun 3, 2030 at 10:00 AM',
    '3 June',
  );
  const verb = fc.constantFrom('wrote', 'said', 'schrieb', 'a écrit', 'escribió', 'skrev', 'написал');
  const opener = fc.constantFrom('On', 'At our meeting of', 'Am', 'Le', 'El', 'Den', '');
  const sentence = fc
    .tuple(opener, date, someone, verb, fc.constantFrom(':', ':\n', ' :'))
    .map(([start, day, who, wrote, end]) => `${start} ${day}, ${who} ${wrote}${end}`);
  const field = fc
    .tuple(
      fc.constantFrom('From', 'To', 'Date', 'Von', 'An', 'De', 'Sent', 'Cc'),
      fc.constantFrom('Oslo', '3 June', 'Bo'),
    )
    .map(([name, value]) => `${name}: ${value}`);
  const line = fc.oneof(
    sentence,
    field,
    fc.constantFrom('', '____________', '-----', 'Thank you.', 'Please sign:'),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = [own(0), ...lines.flatMap((each, at) => [each, own(at + 1)])].join('\n');

      expect(wordsOf(textOf(text))).toEqual(wordsOf(text));
    }),
    { numRuns },
  );
});

test('the text of a reply is empty only if the reply has no text', () => {
  const pieces = [
    '> ',
    'x',
    '\n',
    '--\n',
    '____________\n',
    'On 3 June, Thea Holm wrote:\n',
    'From: Thea\nSent: 3\nTo: x\n',
  ];
  const tags = [
    '<blockquote>',
    '</blockquote>',
    '<div class="gmail_quote">',
    '</div>',
    '<hr id="zwchr">',
    '<p>',
    '&gt; ',
  ];
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));
  const html = fc
    .array(fc.constantFrom(...pieces, ...tags), { maxLength: 12 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, html, (plain, markup) => {
      if (plain.trim() !== '') expect(textOf(plain, markup)).not.toBe('');
      expect(textOfHtml(markup) === '').toBe(htmlToText(markup) === '');
    }),
    { numRuns },
  );
});
