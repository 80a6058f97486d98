import { expect, test } from 'vitest';
import { checkContent } from '../../../infra/dashboard/pages/campaigns/editor/checks/content-checks.ts';

const quiet = {
  subject: 'A question',
  bodyText: 'Hi {{firstName | default: "there"}}, can we talk?',
  bodyHtml: null,
  isReply: false,
};
const hintsOf = (fields: object, missingFields?: { field: string; contacts: number }[]) =>
  checkContent({ ...quiet, ...fields }, missingFields).hints;
const body = (text: string) => ({ bodyText: `{{firstName | default: "x"}} ${text}` });

test('a short personal email has numbers and no hints', () => {
  expect(checkContent(quiet, undefined)).toEqual({ facts: ['5 words', '0 links'], hints: [] });
});

test.each([
  [
    'a placeholder',
    body('about [your topic] and [your topic]'),
    /^Replace the placeholders: \[your topic\]\.$/,
  ],
  [
    'an unknown field',
    body('{{hook}}'),
    /^\{\{hook\}\} is not a known field: a custom field is \{\{custom\.hook\}\}\.$/,
  ],
  ['a long subject', { subject: 'word '.repeat(14) }, /^The subject has 70 characters/],
  ['a long text', body('word '.repeat(250)), /^The email has 251 words/],
  ['many links', body('https://a.example https://b.example https://c.example https://d.example'), /^4 links/],
  ['a link of a shortener', body('https://bit.ly/x1'), /^bit\.ly hides/],
  ['a phrase of advertising', body('Act  now? Act now.'), /^“act now”: Pressure/],
  ['exclamation marks', body('Hi! Great!'), /^2 exclamation marks/],
  ['words in capitals', body('BUYERS LOVE it'), /^BUYERS, LOVE/],
  ['no field of the contact', { bodyText: 'Hi, {{sender.name}} here' }, /^All contacts get the same text/],
])('%s gives one hint', (_, fields, hint) => {
  expect(hintsOf(fields)).toEqual([expect.stringMatching(hint)]);
});

test('links and fields of HTML count once, and the link to unsubscribe does not count', () => {
  const bodyHtml =
    '<p><a href="https://a.example/?n={{firstName}}">https://a.example</a> <a href="{{unsubscribeUrl}}">x</a></p>';
  const { facts, hints } = checkContent({ ...quiet, bodyHtml, bodyText: null }, undefined);

  expect(facts).toEqual(['1 word', '1 link']);
  expect(hints).toEqual([
    '{{firstName}} has no default. Contacts without a value do not get the email; a dry run counts them.',
  ]);
});

test('a field without a default has the number of contacts that miss it in the last dry run', () => {
  const bodyText = 'Hi {{firstName}}, {{custom.Plan}}';

  expect(hintsOf({ bodyText }, [{ field: 'custom.plan', contacts: 12 }])).toEqual([
    '{{custom.plan}} has no default. 12 contacts of the last dry run would not get the email.',
  ]);
  expect(hintsOf({ bodyText }, [])).toEqual([]);
});

test('the subject of a reply is not checked', () => {
  expect(hintsOf({ subject: 'FREE MONEY! NOW! '.repeat(5), isReply: true })).toEqual([]);
});
