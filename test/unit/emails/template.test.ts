import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTemplate } from '#lib/emails/rendering/template.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { isWholeTier } from '../../support/tier.ts';

const faultsOf = (template: string) => parseTemplate(template, 'text').faults;

describe('a template is rejected', () => {
  test.each([
    [
      'an unknown field',
      '{{nickname}}',
      '{{nickname}} is not a known field: a custom field is {{custom.nickname}}',
    ],
    ['an unknown field of a company', '{{company.shoeSize}}', '{{company.shoeSize}} is not a known field'],
    ['a custom field without a name', '{{custom.}}', '{{custom.}} is not a known field'],
    ['an impossible custom field', '{{custom.a-b}}', '{{custom.a-b}} is not a merge field'],
    ['nothing', '{{}}', '{{}} is not a merge field'],
    ['a calculation', '{{7*7}}', '{{7*7}} is not a merge field'],
    ['a block', '{{#if x}}', '{{#if x}} is not a merge field'],
    ['a filter', '{{city | upper}}', '{{city | upper}} is not a merge field'],
    ['a default without quotes', '{{city | default: x}}', '{{city | default: x}} is not a merge field'],
    ['tags in a field', '{{first<b>Name</b>}}', '{{first<b>Name</b>}} is not a merge field'],
    [
      'an unknown field in a link',
      'https://e/%7B%7Bnickname%7D%7D',
      '{{nickname}} is not a known field: a custom field is {{custom.nickname}}',
    ],
    ['an unclosed field', 'Hi {{firstName}, you', 'a {{ has no closing }}'],
    ['an unclosed choice', '{Hi|Hello you', 'a choice {…|…} has no closing }: write a literal brace as \\{'],
    ['a choice of empty options', 'a {|} b', 'a choice {|} has only empty options'],
  ])('for %s', (_, template, fault) => {
    expect(faultsOf(template)).toEqual([fault]);
  });

  test('for names of JavaScript object members', () => {
    for (const name of [
      'constructor',
      '__proto__',
      'toString',
      'company.constructor',
      'contact.hasOwnProperty',
    ]) {
      expect(faultsOf(`{{${name}}}`)).toHaveLength(1);
    }
  });

  test('with distinct faults, up to a limit', () => {
    expect(faultsOf('{{a}} {{firstName}} {{b}} {{1}} {{a}}')).toEqual([
      '{{a}} is not a known field: a custom field is {{custom.a}}',
      '{{b}} is not a known field: a custom field is {{custom.b}}',
      '{{1}} is not a merge field',
    ]);
    const many = Array.from({ length: 1000 }, (_, at) => `{{x${at}}}`).join('');
    expect(faultsOf(many)).toHaveLength(20);
  });
});

test('a template in HTML is not rejected for braces of its style sheets and comments', () => {
  expect(parseTemplate('<style>a{b:"{|}"}{{x}}</style><!-- {{nickname}} {a| -->', 'html').faults).toEqual([]);
});

describe('a template is accepted', () => {
  test.each([
    'no fields',
    '{{firstName}} {{first_name}} {{ FIRSTNAME }} {{contact.firstName}} {{Contact.First_Name}}',
    '{{jobTitle}} {{linkedin_url}} {{website}} {{country}} {{phone}} {{city}} {{email}} {{lastName}}',
    '{{company.name}} {{companyName}} {{company_name}} {{company.domain}} {{company.employee_count}}',
    '{{custom.any_thing9}} {{contact.custom.x}} {{sender.name}} {{sender.email}} {{unsubscribeUrl}}',
    '{{city | default: "x"}} {{city|default:“x”}} {{city | default: \'x\'}} {{city | default: &quot;x&quot;}}',
    '{{&nbsp;city&nbsp;}}',
    '<style>@media print { p { color: red } }</style> {"json": {"a": 1}}',
    'a | b, a smile :-} and \\{a|b',
    '{Hi|Hello {there|you}} {very |}good {{{firstName}}|You}',
  ])('with %s', (template) => {
    expect(faultsOf(template)).toEqual([]);
  });
});

describe('any text', () => {
  const size = isWholeTier ? 2 ** 20 : 2 ** 17;
  const marks = ['{', '}', '{{', '}}', '|', '\\', 'firstName', ' ', 'default:', '"', 'x', '\n'];
  const parts = [...marks, '<style>', '</style>', '<!--', '-->', '<!--[if mso]>'];
  const template = fc.array(fc.constantFrom(...parts)).map((each) => each.join(''));

  test('is parsed into pieces with valid indexes, each choice before its ends', () => {
    fc.assert(
      fc.property(template, (source) => {
        const { pieces } = parseTemplate(source, 'html');
        for (const [at, piece] of pieces.entries()) {
          const targets = piece.kind === 'choice' ? piece.options : piece.kind === 'skip' ? [piece.to] : [];
          for (const target of targets) {
            expect(target).toBeGreaterThan(at);
            expect(target).toBeLessThanOrEqual(pieces.length);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    '{',
    '}',
    '{{',
    '}}',
    '|',
    '{|',
    '{a|',
    '{a|b}',
    '{{a',
    '{{}}',
    '{{ | default: "',
    '\\',
    '{{{',
    '<style>',
    '<!--',
    '<!--[if',
    '<!---->',
    '<xmp></xmp>',
    '<style>{{a',
  ])('of repeated %j is parsed in linear time', (part) => {
    const source = part.repeat(size / part.length);

    // Quadratic would take hours.
    expect(cpuTimeOf(() => parseTemplate(source, 'html'))).toBeLessThan(3000);
    expect(cpuTimeOf(() => parseTemplate(`${source}${'}'.repeat(1000)}`, 'html'))).toBeLessThan(3000);
  });

  test('of an unclosed field is parsed in linear time', () => {
    for (const inner of [' ', 'a', '_', '.', '"', 'a | default:', '&nbsp;']) {
      const source = `{{a${inner.repeat(size / inner.length)}}}`;

      expect(cpuTimeOf(() => parseTemplate(source, 'html'))).toBeLessThan(3000);
    }
  });
});
