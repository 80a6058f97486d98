import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mentionMatcher } from '#lib/contacts/addresses/mentioned-address.ts';

const mentions = mentionMatcher(['ada.lovelace@analytical-engines.co.example', 'info@x.example']);

test.each([
  'ada.lovelace@analytical-engines.co.example',
  'Ada Lovelace <Ada.Lovelace@Analytical-Engines.CO.example>',
  'ada.lovelace@@analytical-engines.co.example',
  'ada.lovelace @ analytical-engines.co.example',
  'ada..lovelace@analytical-engines.co.example',
  '.ada.lovelace@analytical-engines.co.example.',
  'ada.lovelace@analytical-engines,co,example',
  'ada.lovelace(at)analytical-engines.co.example',
  'ada.lovelace at analytical-engines.co.example',
  'ada.lovelace analytical-engines.co.example',
  'ada.lovelace＠analytical-engines.co.example',
  'ada.\u200blovelace@analytical-engines.co.example',
  'mailto:ada.lovelace@analytical-engines.co.example?subject=x',
  'bob@y.example; ada.lovelace@analytical-engines.co.example; eve@y.example',
  'ada.lovelace@analytical-engines.co',
  'ada.lovelace@analytical-engines',
  "'info@x.example'",
  'INFO@X',
])('a text with a damaged address mentions it: %s', (text) => {
  expect(mentions(text)).toBe(true);
});

test.each([
  'info@y.example',
  'info@@y.example',
  'info@x.example.org',
  'info@x.org',
  'info@max.example',
  'info@mail.x.example',
  'myinfo@x.example',
  'my.info@x.example',
  'my-info@@x.example',
  'sales@x.example',
  'sales@@x.example',
  'Info X',
  'ada@analytical-engines.co.example',
  'lovelace@analytical-engines.co.example',
  'ada.lovelace@gmail.example',
  'ada.lovelace@',
  'Ada Lovelace',
  '',
])('a text with the address of another person does not: %s', (text) => {
  expect(mentions(text)).toBe(false);
});

test('an international domain is found in both of its spellings', () => {
  const find = mentionMatcher(['ada@xn--bcher-kva.example']);

  expect(
    ['Ada@@BÜCHER.example', 'ada@@bu\u0308cher.example', 'ada@@xn--bcher-kva.example'].map(find),
  ).toEqual([true, true, true]);
});

test('each valid address is found between other texts, with all its characters', () => {
  const local = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,12}(?:\.[a-z0-9_+-]{1,8}){0,2}$/);
  fc.assert(
    fc.property(local, (localPart) => {
      const find = mentionMatcher([`${localPart}@x.example`]);

      return find(`Ada <${localPart.toUpperCase()}@@X.example> (London)`) && !find(`a${localPart}@x.example`);
    }),
    { numRuns: 25 },
  );
});
