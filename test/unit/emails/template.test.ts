import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldName, findTemplateFaults, renderTemplate } from '#lib/emails/template.ts';

const fields = { firstname: 'Ann', email: 'ann@example.com', 'custom.plan': 'pro' };
const asIs = (value: string) => value;
const render = (template: string, values: Record<string, string> = fields) =>
  renderTemplate(template, values, asIs);

describe('rendering', () => {
  const table: [string, string][] = [
    ['', ''],
    ['plain', 'plain'],
    ['Hi {{firstName}}!', 'Hi Ann!'],
    ['{{first_name}} {{FIRSTNAME}} {{ contact.firstName }}', 'Ann Ann Ann'],
    ['{{custom.plan}}', 'pro'],
    ['{{city | default: "your town"}}', 'your town'],
    ['{{firstName|default:"you"}}', 'Ann'],
    ['{{city | default: ""}}', ''],
    ['{{city | default: "a } b"}}', 'a } b'],
    ['{ {firstName} }', '{ {firstName} }'],
    ['open {{firstName', 'open {{firstName'],
    ['close }} only', 'close }} only'],
    ['}}{{firstName}}{{', '}}Ann{{'],
    ['{{firstName}}{{firstName}}', 'AnnAnn'],
  ];

  test.each(table)('%j gives %j', (template, text) => {
    expect(render(template)).toEqual({ kind: 'rendered', text });
  });

  test('of a field without a value and without a default is refused, by name', () => {
    expect(render('{{firstName}} of {{city}}')).toEqual({ kind: 'missing', field: 'city' });
  });

  test('never reads a value as a template', () => {
    expect(render('{{firstName}}', { firstname: '{{email}}{{city}}', email: 'x' })).toEqual({
      kind: 'rendered',
      text: '{{email}}{{city}}',
    });
  });

  test('never reaches what is no field', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      expect(findTemplateFaults(`{{${name}}}`)).toHaveLength(1);
      expect(findTemplateFaults(`{{contact.${name}}}`)).toHaveLength(1);
    }
  });

  test('makes values and defaults safe, but not the author’s own text', () => {
    const shout = renderTemplate(
      '<b>{{firstName}}</b>{{city | default: "<i>"}}',
      fields,
      (value) => `[${value}]`,
    );

    expect(shout).toEqual({ kind: 'rendered', text: '<b>[Ann]</b>[<i>]' });
  });

  test('leaves text without fields as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes('{{'));
        expect(render(text)).toEqual({ kind: 'rendered', text });
      }),
    );
  });

  test.each(['{{', '{{a', '{', '{{}}', '{{ | default: "', '{{firstName}}', `{{${' '.repeat(50)}`])(
    'takes time in proportion to its length for %j a hundred thousand characters long',
    (part) => {
      const measure = (length: number) => {
        const template = part.repeat(Math.ceil(length / part.length));
        const startedAt = performance.now();
        findTemplateFaults(template);
        render(template);

        return performance.now() - startedAt;
      };
      measure(100_000);

      // Quadratic would take minutes.
      expect(measure(100_000)).toBeLessThan(1000);
    },
  );
});

describe('the faults of a template', () => {
  test.each(['Hi {{firstName}}', '{{custom.any_thing9}}', '{{city | default: "x"}}', 'no fields', '{{ open'])(
    'of %j are none',
    (template) => {
      expect(findTemplateFaults(template)).toEqual([]);
    },
  );

  test.each([
    '{{nickname}}',
    '{{custom.}}',
    '{{custom.a-b}}',
    '{{}}',
    '{{7*7}}',
    '{{first name}}',
    '{{city | upper}}',
    '{{#if x}}',
  ])('of %j are told', (template) => {
    expect(findTemplateFaults(template)).toHaveLength(1);
  });

  test('are told one by one', () => {
    expect(findTemplateFaults('{{a}} {{firstName}} {{b}} {{1}}')).toEqual([
      '{{a}} is not a known field',
      '{{b}} is not a known field',
      '{{1}} is not a merge field',
    ]);
  });
});

test.each([
  ['first_name', 'firstname'],
  ['FirstName', 'firstname'],
  ['contact.firstName', 'firstname'],
  ['custom.Plan_Name', 'custom.plan_name'],
])('%s is known as %s', (name, known) => {
  expect(fieldName(name)).toBe(known);
});
