import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readReturnDate } from '#lib/replies/text/return-date.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';

/** A Monday. */
const today = '2026-11-30';
const returnIn = (text: string, subject = 'Automatic reply: Hello') =>
  readReturnDate({ subject, text }, today);

describe('The day of return is', () => {
  test.each([
    ['I am out of office until December 14.', '2026-12-15'],
    ['I am out of the office until\nDecember 14 and read no email.', '2026-12-15'],
    ['I will be out of office through Monday, December 14th, 2026.', '2026-12-15'],
    ['I am away from December 1 to December 14.', '2026-12-15'],
    ['I am on annual leave 7-11 December.', '2026-12-12'],
    ['I will be back on December 14.', '2026-12-14'],
    ['Returning Monday, 14 December at 9am', '2026-12-14'],
    ['I am out until December 14, and back on December 16.', '2026-12-16'],
    ['I am back next Monday.', '2026-12-07'],
    ['I am on vacation and return in two weeks.', '2026-12-14'],
    ['I am away until tomorrow.', '2026-12-02'],
    ['I will be back in January.', '2027-01-01'],
    ['Back on 12/14/2026', '2026-12-14'],
    ['Back on 14/12/2026', '2026-12-14'],
    ['I am back on 05/12/2026.', '2026-12-05'],
    ['Out of office until 2026-12-14', '2026-12-15'],
    ['Ich bin bis zum 14. Dezember nicht im Büro.', '2026-12-15'],
    ['Ich bin bis einschließlich 14.12. im Urlaub.', '2026-12-15'],
    ['Bis 8.1. bin ich abwesend.', '2027-01-09'],
    ['Vom 01.12. bis 14.12.2026 bin ich nicht erreichbar.', '2026-12-15'],
    ['Ab Montag, den 14. Dezember, bin ich wieder für Sie da.', '2026-12-14'],
    ['Ich bin morgen wieder im Büro.', '2026-12-01'],
    ['Je suis en congés jusqu’au 14 décembre inclus.', '2026-12-15'],
    ['Je suis absente du 1er au 14 décembre.', '2026-12-15'],
    ['Je serai de retour le lundi 14 décembre 2026.', '2026-12-14'],
    ['Estoy de vacaciones hasta el 14 de diciembre.', '2026-12-15'],
    ['Estaré fuera del 1 al 14 de diciembre.', '2026-12-15'],
    ['Vuelvo el próximo lunes.', '2026-12-07'],
    ['Ik ben afwezig tot en met 14 december.', '2026-12-15'],
    ['Vanaf maandag 14 december ben ik weer bereikbaar.', '2026-12-14'],
    ['Sono in ferie fino al 14 dicembre.', '2026-12-15'],
    ['Rientro in ufficio lunedì 14 dicembre.', '2026-12-14'],
    ['Estou de férias até 14 de dezembro.', '2026-12-15'],
    ['Volto no dia 14/12/2026.', '2026-12-14'],
  ])('in “%s” %s', (text, date) => {
    expect(returnIn(text)).toBe(date);
  });

  test('the latest day in several sentences', () => {
    expect(returnIn('I am away until December 4. After that I am on vacation until December 11.')).toBe(
      '2026-12-12',
    );
  });

  test('in the text rather than in the subject', () => {
    expect(returnIn('I am back on December 14.', 'Out of office until December 16')).toBe('2026-12-14');
    expect(returnIn('Thank you.', 'AUTO: Ann is out of the office (returning 12/14/2026)')).toBe(
      '2026-12-14',
    );
  });
});

test.each([
  ['Our fair is on December 14.', 'no word about an absence'],
  ['I am out of office. Our fair is on December 14.', 'a sentence without an absence'],
  ['Ich bin im Urlaub. Am 14. Dezember ist unsere Messe.', 'a German sentence without an absence'],
  ['I was away until November 14.', 'a date in the past'],
  ['I am on parental leave until June 1, 2027.', 'a date in more than 90 days'],
  ['I am back today at 5 pm.', 'the day of the receipt'],
  ['I am away, and back at 9am.', 'a time without a date'],
  ['I am back on February 30.', 'a date that does not exist'],
  [`I am away. ${'x'.repeat(2000)} I am back on December 14.`, 'a date after 2,000 characters'],
  ['', 'no text'],
])('There is no day of return in “%s”: %s', (text) => {
  expect(returnIn(text)).toBeUndefined();
});

test('A date in the subject of our email is not a day of return', () => {
  expect(returnIn('I am away.', 'Out of office: Our fair on December 14')).toBeUndefined();
});

test('A number at the limit of the text that is read is whole or does not count', () => {
  for (let length = 0; length < 150; length++) {
    const dots = '…'.repeat(length);
    const texts = [`Am 14. Dezember bin ich ${dots} wieder da.`, `Back ${dots} on 14 December.`];
    const starts = `${'x'.repeat(1850)} \n\nBack on ${dots} 2026-12-14.`;

    for (const text of [...texts, starts])
      expect([undefined, '2026-12-01', '2026-12-14']).toContain(returnIn(text));
  }
});

test('The latest day of return is 90 days after the receipt', () => {
  expect(returnIn('I am back on February 28, 2027.')).toBe('2027-02-28');
  expect(returnIn('I am back on March 1, 2027.')).toBeUndefined();
});

test.each([
  ['units', 'away 1 day '],
  ['linked units', 'back two hours and '],
  ['dates', 'until 1/1/1 '],
  ['months', 'dec back '],
  ['weekdays', 'wieder montag, '],
  ['numbers', 'fino 1 1 1 1 '],
  ['digits', 'fino a 1111 111111111'],
  ['ranges', 'tot 1-2-'],
  ['sentences in all languages', 'Back bis retour hasta tot fino até 1 day 1 hour 1 day 1 hour 1 day. '],
  ['spaces', `until ${' '.repeat(1990)}x`],
  ['line feeds', `until${'\n '.repeat(1000)}x`],
  ['letters', 'tAbACk'],
  ['accents', 'bis e\u0301\u0301\u0301\u0301'],
])('The day of return is found within 50 ms among %s', (_, text) => {
  const hostile = text.repeat(20_000).slice(0, 327_680);
  returnIn(hostile, hostile);

  expect(cpuTimeOf(() => returnIn(hostile, hostile))).toBeLessThan(50);
});

test('A text of any words has no day of return, or one of the next 90 days', () => {
  const word = fc.constantFrom(
    ...'until back bis wieder retour hasta tot fino até away ferie 31. 14 2026 1/1 99/99 99.99. 00:00 -1 december'.split(
      ' ',
    ),
    ...'februar lundi mañana in weeks days 9999 years am pm - to und . ! \n UTC +99:99 noon next last 1er 31/02/2027'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const found = returnIn(words.join(' '));

      expect(found ?? '2026-12-01').toMatch(/^202[67]-\d\d-\d\d$/);
      expect(found === undefined || (found > today && found <= '2027-02-28')).toBe(true);
    }),
  );
});
