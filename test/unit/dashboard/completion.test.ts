import { expect, test } from 'vitest';
import { retypedPart } from '../../../infra/dashboard/pages/campaigns/editor/steps/completion.ts';

/** Types behind the caret, which `|` has placed before the inserted `"}}` of a field. */
function type(typed: string, [before, after]: readonly [string, string]): string {
  let [text, caret] = [before + after, before.length];
  for (const character of typed) {
    text = `${text.slice(0, caret)}${character}${text.slice(caret)}`;
    caret++;
    const [start, end] = retypedPart(text, caret) ?? [caret, caret];
    text = text.slice(0, start) + text.slice(end);
    caret = start;
  }

  return text;
}

test.each([
  [' default: "your area"}} soon', '{{city | default: "your area"}} soon'],
  ['your area', '{{city | default: "your area"}}'],
  ['your area"}} soon', '{{city | default: "your area"}} soon'],
  ['default:"x"}}', '{{city | default: "x"}}'],
])('typing %j after a bar does not repeat what was inserted', (typed, expected) => {
  expect(type(typed, ['{{city | default: "', '"}}'])).toBe(expected);
});

test('a brace that ends a choice stays', () => {
  expect(type('"}}', ['{Hi|{{city | default: "x', '}'])).toBe('{Hi|{{city | default: "x"}}}');
});
