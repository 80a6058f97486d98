import { describe, expect, test } from 'vitest';
import { readMessage } from '#lib/mail/received-message.ts';
import { extractReplyContent } from '#lib/replies/content.ts';

const sender = '"Thea Holm" <thea@sender.example>';

/** The author's text of a reply, on one line. */
async function textOf(type: 'plain' | 'html', body: string, to = sender): Promise<string> {
  const header = `From: Ann Lee <ann@example.com>\nTo: ${to}\nContent-Type: text/${type}; charset=utf-8`;
  const message = await readMessage(Buffer.from(`${header}\n\n${body}`));
  if (!message) throw new Error('the message was not read');

  return extractReplyContent(message).text.replaceAll(/\s+/g, ' ');
}

const quoted = 'Good day Ann,<br>shall we talk?<br>Thea';
const outlookHeader = '<b>Von:</b> Thea<br><b>Gesendet:</b> Montag<br><b>An:</b> Ann';
const line = 'border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm';

describe('The text of an HTML reply excludes the quotation', () => {
  test.each([
    [
      'of Gmail',
      `<div class="gmail_quote gmail_quote_container"><div class="gmail_attr">ในวันที่ จ. 3 มิ.ย. 2030 Thea เขียนว่า:<br></div><blockquote class="gmail_quote">${quoted}</blockquote></div>`,
    ],
    [
      'of Gmail without a block',
      `<div class="gmail_quote">On Mon, 3 Jun 2030 Thea wrote:<br>${quoted}</div>`,
    ],
    [
      'of Outlook on the web',
      `<div id="appendonsend"></div><hr tabindex="-1"><div id="divRplyFwdMsg">${outlookHeader}</div><div>${quoted}</div>`,
    ],
    [
      'of Outlook after a sanitiser',
      `<hr><div id="x_x_divRplyFwdMsg"><b>ଠାରୁ</b> Thea</div><div>${quoted}</div>`,
    ],
    [
      'of Outlook on the desktop, in any language',
      `<div style='${line}'><p><b>ଠାରୁ:</b> Thea<br><b>ପଠାଗଲା:</b> 3</p></div><p>${quoted}</p>`,
    ],
    [
      'of Outlook for Mac',
      `<div style="BORDER-TOP: #b5c4df 1pt solid; PADDING-TOP: 3pt"><span id="OLK_SRC_BODY_SECTION">Von: Thea</span></div>${quoted}`,
    ],
    [
      'of Outlook with a rule',
      `<div><hr size="3" tabindex="-1"></div><p><b>ଠାରୁ:</b> Thea</p><p>${quoted}</p>`,
    ],
    [
      'of Outlook for phones',
      `<div id="mail-editor-reference-message-container"><b>ଠାରୁ</b> Thea ${quoted}</div>`,
    ],
    ['of Yahoo', `<div id="ydp12yahoo_quoted_1" class="ydp12abyahoo_quoted"><div>${quoted}</div></div>`],
    [
      'of Proton',
      `<div class="protonmail_quote">On Monday, Thea wrote:<br><blockquote class="protonmail_quote" type="cite">${quoted}</blockquote></div>`,
    ],
    [
      'of Thunderbird',
      `<div class="moz-cite-prefix">Thea Holm kirjutas 3.06.2030:<br></div><blockquote type="cite">${quoted}</blockquote>`,
    ],
    [
      'of Apple Mail',
      `<div><br><blockquote type="cite"><div>On 3 Jun 2030, Thea wrote:</div><br class="Apple-interchange-newline">${quoted}</blockquote></div>`,
    ],
    [
      'of Zoho',
      `<div class="zmail_extra"><div>---- 在 2030-06-03 Thea &lt;thea@sender.example&gt; 撰写 ----</div><br><blockquote>${quoted}</blockquote></div>`,
    ],
    ['of Zimbra', `<hr id="zwchr" data-marker="__DIVIDER__"><div>${quoted}</div>`],
    [
      'of Spark',
      `<div name="messageReplySection">On 3 Jun 2030, Thea wrote:<blockquote>${quoted}</blockquote></div>`,
    ],
    ['of Front', `<blockquote type="cite" class="front-blockquote">${quoted}</blockquote>`],
    ['of GMX', `<div name="quote"><b>ଠାରୁ</b> Thea<div name="quoted-content">${quoted}</div></div>`],
    [
      'of Mail.ru',
      `3 июня 2030, 10:00 от Thea &lt;thea@sender.example&gt;:<br><blockquote style="border-left:1px solid; margin:10px">${quoted}</blockquote>`,
    ],
    [
      'of Yandex',
      `<div>03.06.2030, 10:00, "Thea" &lt;thea@sender.example&gt;:</div><blockquote>${quoted}</blockquote>`,
    ],
    ['without an attribution', `<blockquote>${quoted}</blockquote>`],
  ])('%s', async (_, quotation) => {
    expect(await textOf('html', `<div>Yes, at noon.</div>${quotation}`)).toBe('Yes, at noon.');
  });
});

describe('The text of an HTML reply includes', () => {
  test.each([
    [
      'words below a quotation',
      `<div>On …, Thea wrote:</div><blockquote>${quoted}</blockquote><p>Yes, call me at noon.</p>`,
      'Yes, call me at noon.',
    ],
    [
      'words between quotations',
      `<p>See below</p><blockquote>How many?</blockquote><p>About 10k.</p><blockquote>When?</blockquote><p>May.</p>`,
      'See below About 10k. May.',
    ],
    [
      'words in the container of a quotation',
      `<div class="gmail_quote"><div class="gmail_attr">On Monday, Thea wrote:</div><blockquote>When?</blockquote><div>In May.</div></div>`,
      'In May.',
    ],
    [
      'words in the element of an attribution',
      `<div class="moz-cite-prefix">Yes.<br><br>On 3/6/2030, Thea wrote:<br></div><blockquote type="cite">${quoted}</blockquote>`,
      'Yes.',
    ],
    [
      'words below the place for added texts',
      `<div>Yes.</div><div id="appendonsend"></div><div>At noon.</div><hr tabindex="-1"><div id="divRplyFwdMsg">${outlookHeader}</div>${quoted}`,
      'Yes. At noon.',
    ],
    [
      'indented words',
      '<p>Our address:</p><blockquote style="margin:0 0 0 40px;border:none">Elm Street 1</blockquote>',
      'Our address: Elm Street 1',
    ],
    [
      'words around a line',
      `<p>Yes.</p><div style='${line}'><p>Ann Lee</p></div><hr tabindex="-1"><p>Call me.</p>`,
      'Yes. Ann Lee ----- Call me.',
    ],
    [
      'all words if everything is quoted',
      '<blockquote type="cite"><p>Yes, call me.</p></blockquote>',
      'Yes, call me.',
    ],
    [
      'all words below the header of Outlook if nothing is above it',
      `<hr tabindex="-1"><div id="divRplyFwdMsg"><b>ଠାରୁ:</b> Thea</div><p>Shall we talk?</p><p>Yes.</p>`,
      '----- ଠାରୁ: Thea Shall we talk? Yes.',
    ],
  ])('%s', async (_, html, text) => {
    expect(await textOf('html', html)).toBe(text);
  });
});

test('A header is found below a field with an unknown name', async () => {
  const header = 'No: Thea\nNosūtīts: 3. jūnijs 2030\nKam: Ann <ann@example.com>\nTemats: Sveiki';

  expect(await textOf('plain', `Yes.\n\n${header}\n\nShall we talk?`)).toBe('Yes. No: Thea');
});

test.each([
  ['a text part with a header in an unknown language', `Yes.\n\nଠାରୁ: Thea\nପଠାଗଲା: 3\n\nGood day`],
  ['an empty text part', '\n'],
])('The text of a reply with %s is found by the marks of its HTML', async (_, text) => {
  const parts = [
    ['plain', text],
    ['html', `<p>Yes.</p><hr><div id="divRplyFwdMsg"><b>ଠାରୁ:</b> Thea</div><p>Good day</p>`],
  ].map(([type, body]) => `--b\nContent-Type: text/${type}; charset=utf-8\n\n${body}\n`);
  const source = `From: ann@example.com\nTo: ${sender}\nContent-Type: multipart/alternative; boundary=b\n\n${parts.join('')}--b--\n`;
  const message = await readMessage(Buffer.from(source));

  expect(message && extractReplyContent(message).text).toBe('Yes.');
});

describe('The text of a reply includes the author’s sentence', () => {
  test.each([
    [
      'about what others said',
      'Hello,\n\nAt our meeting of 3 June 2030 the board said:\n\nWe take the gold plan. Send the contract.',
    ],
    [
      'about what others wrote at a time',
      'Hello,\n\nOn 3 June 2030 at 10:15 the board wrote:\n\nWe take it.\nSend the contract.',
    ],
    [
      'about what another address wrote',
      'Hello,\n\nOn 3 June 2030, Bo <bo@board.example> wrote:\n\nWe take it.',
    ],
    ['about what the author wrote', 'Hi,\n\nOn Monday I wrote:\nplease call.'],
    ['in German', 'Hallo,\n\nAm 3. Juni 2030 schrieb der Vorstand:\n\nWir nehmen es.'],
    ['above a list', 'We need a trip:\n\nFrom: Oslo\nDate: 3 June\nTo: Berlin\n\nBook it please.'],
    ['above a list of addresses', 'Please change:\n\nFrom: a@x.example\nTo: b@x.example\n\nThank you.'],
    ['about a parcel', 'The parcel:\n\nFrom: Oslo\nSent: 3 June\nTo: Berlin\n\nWhere is it?'],
    ['above a line to sign on', 'Please sign:\n\n____________________\n\nAnn Lee, ann@example.com'],
    [
      'about an invitation',
      'Yes. Please send the invite like this:\n\nDate: 3 June 2030, 10:00\nTo: bob@client.example\nSubject: Demo\n\nWe need 50 seats.',
    ],
    [
      'about an invitation to the sender',
      'Like this:\n\nDate: 3 June 2030\nTo: Thea Holm, bob@client.example\nSubject: Demo\n\nWe need 50 seats.',
    ],
    [
      'about a parcel of the sender',
      'Yes, please ship.\n\nFrom: Thea Holm\nTo: Client Ltd, 12 Main St\n\nWe need 50 seats.',
    ],
    [
      'below a line to sign on',
      'Please sign here:\n\n____________________\nAnn Client, CEO\n\nand send me the price list by Friday.',
    ],
    ['about an original message', 'Hi,\n\n-- original message was lost, send it again\nAnn'],
    ['about a forwarded message', 'Hi,\n\nBegin forwarded message tests on Monday.\nAnn'],
  ])('%s', async (_, text) => {
    expect(await textOf('plain', text)).toBe(text.replaceAll(/\s+/g, ' '));
  });
});

describe('An unmarked quotation ends the text', () => {
  test.each([
    ['with the sender’s name', 'On Monday, Thea Holm wrote:', sender],
    ['with the sender’s name in another order', 'On 3/6/2030 10:00, Holm, Thea wrote:', sender],
    ['with the sender’s address', 'On Monday, Info <thea@sender.example> wrote:', 'thea@sender.example'],
    ['with the name in the sender’s address', 'Am 3.6.2030 schrieb Thea:', '<thea@sender.example>'],
    ['on two lines', 'On Monday, 3 June 2030, Thea\nHolm <thea@sender.example> wrote:', sender],
    ['by a header with the sender’s name', 'From: Thea Holm\nSent: Monday\nTo: Ann', sender],
    ['by a header with a subject', 'From: Bo\nDate: Monday\nTo: Ann\nSubject: Re: Hello', sender],
    ['by a header with an address', 'From: Bo <bo@board.example>\nSent: Monday\nTo: Ann', sender],
  ])('%s', async (_, introduction, to) => {
    expect(await textOf('plain', `Yes.\n\n${introduction}\n\nShall we talk?`, to)).toBe('Yes.');
  });

  test.each([
    ['Hebrew', 'מאת: Thea Holm\nנשלח: יום שני 3 יוני 2030 10:00\nאל: Ann\nנושא: שלום'],
    [
      'Hebrew with marks of direction',
      '\u200fמאת:\u200f Thea\n\u200fנשלח: 3\n\u200fאל: Ann\n\u200fנושא: שלום',
    ],
    ['Arabic', 'من: Thea Holm\nتم الإرسال: الاثنين، 3 يونيو 2030\nإلى: Ann\nالموضوع: مرحبا'],
    ['Arabic of another version', 'من: Thea\nتاريخ الإرسال: 3 يونيو 2030\nإلى: Ann\nالموضوع: مرحبا'],
    ['Greek', 'Από: Thea Holm\nΣτάλθηκε: Δευτέρα, 3 Ιουνίου 2030\nΠρος: Ann\nΘέμα: Γεια'],
    ['Greek of another version', 'Από: Thea\nΑποστολή: Δευτέρα, 3 Ιουνίου 2030\nΠρος: Ann\nΘέμα: Γεια'],
    ['Thai', 'จาก: Thea Holm\nส่ง: 3 มิถุนายน 2030\nถึง: Ann\nเรื่อง: สวัสดี'],
    ['Thai of another version', 'จาก: Thea\nวันที่: 3 มิถุนายน 2030\nถึง: Ann\nเรื่อง: สวัสดี'],
    ['Vietnamese', 'Từ: Thea\nĐã gửi: 3 tháng 6, 2030\nĐến: Ann\nChủ đề: Chào'],
    ['Romanian', 'De la: Thea\nTrimis: luni, 3 iunie 2030 10:00\nCătre: Ann\nSubiect: Salut'],
    ['Romanian in another order', 'De la: Thea\nCătre: Ann\nTrimis: luni, 3 iunie 2030\nSubiect: Salut'],
    ['Romanian without a subject', 'De la: Thea Holm\nTrimis: luni, 3 iunie 2030\nCătre: Ann'],
    ['Icelandic', 'Frá: Thea\nSent: mánudagur, 3. júní 2030\nTil: Ann\nEfni: Halló'],
    ['Albanian', 'Nga: Thea\nDërguar: 3 qershor 2030\nPër: Ann\nSubjekti: Tung'],
    ['German', 'Von: Thea\nGesendet: Montag, 3. Juni 2030\nAn: Ann\nBetreff: Hallo'],
  ])('by a header in %s', async (_, header) => {
    expect(await textOf('plain', `Yes.\n\n${header}\n\nShall we talk?`)).toBe('Yes.');
  });
});

const marked = '\u202aThea Holm\u202c\u200f <\u202athea@sender.example\u202c\u200f>';

test.each([
  ['Hebrew', `\u202bבתאריך יום ב׳, 3 ביוני 2030 ב-10:00 מאת ${marked}:\u202c`],
  ['Hebrew, on two lines', `\u202bבתאריך יום ב׳, 3 ביוני 2030 ב-10:00 מאת\n${marked}:\u202c`],
  ['Arabic', `\u202bفي الاثنين، 3 يونيو 2030 في 10:00 ص تمت كتابة ما يلي بواسطة ${marked}:\u202c`],
  ['Arabic with its digits', `في الأربعاء، ٣ يونيو ٢٠٣٠ في ١٠:٠٠ ص تمت كتابة ما يلي بواسطة ${marked}:`],
])('The text of a reply excludes an attribution in %s', async (_, attribution) => {
  for (const quotation of ['> Shall we talk?', '\nShall we talk?'])
    expect(await textOf('plain', `Yes.\n\n${attribution}\n${quotation}`)).toBe('Yes.');
});

test.each([
  ['a quotation', '> Yes, call me.'],
  ['an attribution and its quotation', 'On Monday, Thea Holm wrote:\n\nYes, call me.'],
  ['a forwarded message', '---------- Forwarded message ---------\nFrom: Thea Holm <t@x.example>\n\nYes.'],
])('the text of a reply that has only %s is the whole text', async (_, text) => {
  expect(await textOf('plain', text)).toBe(text.replaceAll(/\s+/g, ' '));
});
