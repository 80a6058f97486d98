import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseMessage } from '#lib/inbox/parse-message.ts';
import { stripQuotedReply } from '#lib/replies/text/strip-quoted-reply.ts';
import { mayWishToUnsubscribe, wishesToUnsubscribe } from '#lib/replies/text/unsubscribe-wish.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { crlf, reply } from '../inbox/messages.ts';
import { negatedWishes, requests } from './unsubscribe-texts.ts';
import { clearWishes, otherRequests, otherWishes } from './unsubscribe-texts-with-reasons.ts';

describe('a wish to receive no further emails', () => {
  test.each(Object.entries(requests))('is found in %s', (_, texts) => {
    expect(texts.filter((text) => !wishesToUnsubscribe(text))).toEqual([]);
  });

  test.each(otherRequests)('with another request is only suggested: %s', (text) => {
    expect([mayWishToUnsubscribe(text), wishesToUnsubscribe(text)]).toEqual([true, false]);
  });

  test.each(Object.entries(negatedWishes))('is not found in the contrary in %s', (_, texts) => {
    expect(texts.filter((text) => wishesToUnsubscribe(text))).toEqual([]);
  });

  test.each([
    'Unsubscribe',
    'unsubscribe me please.',
    'STOP',
    'Stop.\n\nAnn Lee\nHead of Sales\n+1 555 0100',
    'Hi Sam,\n\nunsubscribe\n\nAnn',
    '“Unsubscribe”',
    'Please unsubscribe.',
    'Not interested, please unsubscribe.',
    'Hi Sam,\n\nplease take me off your list.\n\nAnn',
    'Hi Sam\nplease remove me from your mailing list\nAnn',
    'Hello, I am retired. Please remove me from your distribution list, thank you!',
    'We are not a fit, so please remove us from your list.',
    'I’m not interested and please don’t contact me again.',
    'Stop emailing me or I will report you as spam.',
    'Could you please remove me from your list?',
    'Can you remove me?',
    'Will you stop emailing me?!',
    'Kindly delete my details from your database as I have left the company.',
    'No more emails please',
    'I no longer wish to receive your emails.',
    'Leave me alone.',
    'Please remove me from your mailing list.ThanksJay',
    `Please remove me from your list.\n\nBest regards,\nAnn Lee\n\n${'This message is confidential. '.repeat(30)}`,
    `Please remove me from your list.\n-- \nAnn Lee\n${'Acme Ltd, Registered in England. '.repeat(30)}`,
    ...clearWishes,
  ])('is found in: %s', (text) => {
    expect(wishesToUnsubscribe(text)).toBe(true);
  });

  test.each([
    '',
    'Gladly. Call me on Monday.',
    "Please don't unsubscribe me, I was on holiday.",
    'Please don’t remove me',
    'Do not remove me from your list!',
    "Don't stop emailing me.",
    'Never unsubscribe me from your list.',
    'There is no need to please remove me from your list.',
    'I did not unsubscribe, why do I get no emails?',
    'I did not ask you to remove me from your list.',
    'How can my customers unsubscribe from your list?',
    'how do I unsubscribe?',
    'Unsubscribe?',
    'Should I remove you from our list?',
    'Your unsubscribe link is broken.',
    'The unsubscribe link is broken, please fix it.',
    'Our unsubscribe rate is 2 %. Is that high?',
    'Can you remove the logo from the proposal?',
    'Stop by our office on Monday.',
    "Stop! Let's talk about this first.",
    'We stopped emailing customers last year.',
    'Please remove Tom from the meeting. I will come.',
    'Please remove me from the meeting on Friday.',
    'Please remove me and Tom from the call on Friday.',
    'Please remove us from the list of exhibitors.',
    'There is an error in line 3, please remove.',
    'Please remove my old address from your list, my new address is ann@example.com.',
    'Please do not contact me before March.',
    "Please don't email me until next week.",
    "Please don't email me, call me instead.",
    'Please do not contact me by phone.',
    "Please don't write to me in French.",
    "Please don't contact us, we will contact you.",
    'Please remove me from your list if I have not answered by Friday.',
    'Unless you send an offer, please remove me from your list.',
    'He said: please remove me from your list.',
    'You wrote "please unsubscribe me" in your mail, which is odd.',
    'When people reply "stop", do you honour it?',
    'When people write please remove me from your list, what do you do?',
    '“Please remove me from your list”, said my boss, but I like your offer.',
    'I changed my mind. I said: unsubscribe me from your list. Please keep me.',
    'Please unsubscribe me from your list. Just kidding, call me!',
    'Please remove me from your list, but keep sending the invoices.',
    'I asked Tom to\nremove me from your list\nlast week, and now I want to be back.',
    'Please resubscribe me. I clicked unsubscribe by mistake.',
    'Die Abmeldung von der Messe ist bis Freitag möglich.',
    'Bitte nehmen Sie mich in den Verteiler auf.',
    'Hi Sam,\n\nYour offer is great.\n\nUnsubscribe: https://outreach.example/u/AbCdEf012345678901234567890',
    'Unsubscribe: https://outreach.example/u/AbCdEf012345678901234567890',
    `Please unsubscribe me. ${'But first a long story. '.repeat(40)}`,
    `${'But first a long story. '.repeat(400)}\nPlease unsubscribe me.`,
    ...otherWishes,
  ])('is not found in: %s', (text) => {
    expect(wishesToUnsubscribe(text)).toBe(false);
  });
});

const ownUrls = [`u/${'a'.repeat(27)}`, `u/${'a'.repeat(143)}`, `t/c/${'a'.repeat(150)}`].map(
  (path) => `https://links.example/${path}`,
);
test.each([
  ...ownUrls,
  ...ownUrls.map(
    (url) => `https://eur02.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05`,
  ),
  ...ownUrls.map((url) => `https://urldefense.com/v3/__${url}__;!!AbC`),
])(
  'a quotation without marks is recognised by our link, also after its token is removed: %s',
  async (url) => {
    const text = `Yes, Friday works.\n\nHi Ann,\n\nwould you like a demo? ${url}\n\nSam\n\nRemove me from your list`;
    const parsed = await parseMessage(Buffer.from(crlf(reply('', text))));
    const { text: own = '', fullText } = parsed?.content ?? {};

    expect(own).toContain('***');
    expect(wishesToUnsubscribe(own, fullText)).toBe(false);
    expect(wishesToUnsubscribe(text.replace(/ https:\S+/, ''))).toBe(true);
  },
);

describe('Words of another person', () => {
  const wishes = fc.constantFrom(...Object.values(requests).flat());
  const answers = fc.constantFrom(
    '',
    'Gladly. Call me on Monday.',
    'Sounds good\n\nAnn',
    'Nein, danke.',
    'See below.',
    'Is that yours?',
  );
  const layouts = fc.constantFrom<(wish: string) => string>(
    (wish) => quoted(wish),
    (wish) => `On Mon, 3 Jun 2030 at 10:00, Sam <sam@example.com> wrote:\n${quoted(wish)}`,
    (wish) => `On Mon, 3 Jun 2030 at 10:00, Sam <sam@example.com> wrote:\n\n${wish}`,
    (wish) => `Am Mo., 3. Juni 2030 um 10:00 Uhr schrieb Sam <sam@example.com>:\n\n${quoted(wish)}`,
    (wish) => `-----Original Message-----\nFrom: Sam\nSent: Monday\nTo: Ann\nSubject: Hello\n\n${wish}`,
    (wish) => `From: Sam <sam@example.com>\nSent: Monday, 3 June 2030\nTo: Ann\nSubject: Hello\n\n${wish}`,
    (wish) => `Tom wrote “${wish}” to us.`,
    (wish) => `> ${wish}\n\nWhat is this?`,
  );
  const quoted = (text: string) => text.replaceAll(/^/gm, '> ');

  test('in a quotation never count, above, between and below the text', () => {
    fc.assert(
      fc.property(answers, wishes, layouts, (answer, wish, layout) => {
        const text = `${answer}\n\n${layout(wish)}`;
        expect(wishesToUnsubscribe(stripQuotedReply(text), text)).toBe(false);
        // Without other text, the text of a reply may be given with the quotation.
        if (answer === '') expect(wishesToUnsubscribe(text)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test('in lines with a quotation mark never count, even if a text is given with its quotations', () => {
    fc.assert(
      fc.property(wishes, (wish) => {
        expect(wishesToUnsubscribe(quoted(wish))).toBe(false);
      }),
    );
  });
});

test('A word that turns a request around, or asks about it, makes it none', () => {
  const contraries = [
    'I do not want to say: ',
    'My customers ask: ',
    'What happens if I say ',
    'When I say ',
    'Unless I pay, ',
    "Don't ",
    'Never ',
  ];
  const english = requests['English'] ?? [];
  for (const contrary of contraries) {
    for (const text of english) {
      const changed = `${contrary}${text.slice(0, 1).toLowerCase()}${text.slice(1)}`.replaceAll(
        /[.!]\s/g,
        ' ',
      );
      expect([changed, wishesToUnsubscribe(changed)]).toEqual([changed, false]);
    }
  }
});

test('The time to read a text is linear in its length', () => {
  const pieces = ['please ', 'stop ', 'a ', ' ', '\n', '"', 'no more ', 'remove me from your ', 'of ', 'нe '];
  for (const piece of pieces) {
    const ms = cpuTimeOf(() => {
      wishesToUnsubscribe(piece.repeat(100_000));
      wishesToUnsubscribe(piece.repeat(Math.floor(600 / piece.length)));
    });
    expect(ms, piece).toBeLessThan(500);
  }
});
