import { getSchema } from '@tiptap/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { htmlEscaping } from '#lib/emails/rendering/html-escaping.ts';
import { renderTemplate } from '#lib/emails/rendering/render.ts';
import { parseTemplate } from '#lib/emails/rendering/template.ts';
import { extensionsOf } from '../../../infra/dashboard/pages/campaigns/editor/rich-text/extensions.ts';
import {
  defaultOf,
  parseField,
  splitFields,
  withDefault,
} from '../../../infra/dashboard/pages/campaigns/editor/rich-text/merge-field-source.ts';
import { readHtml } from '../../../infra/dashboard/pages/campaigns/editor/rich-text/read-html.ts';
import { writeHtml } from '../../../infra/dashboard/pages/campaigns/editor/rich-text/write-html.ts';
import { shownHtml } from './shown-html.ts';

const fields = [
  '{{firstName}}',
  '{{ firstName | default: "there" }}',
  '{{firstName | default: &quot;a &amp; b&quot;}}',
  "{{ custom.Plan_Tier|default:'  two  spaces '}}",
  '{{sender.name}}',
  '{{{firstName}}|You}',
  '{Hi|Hello {{firstName}}|}',
  '{a {b|c}|d}',
  '\\{no\\|choice\\}',
  '{literal}',
  '{{nickname}}',
];
const texts = [
  'Hi',
  ' ',
  '  two  ',
  '\n',
  ',',
  '&amp;',
  '&nbsp;',
  '&lt;b&gt;',
  'A&B',
  '&copy;',
  'é 😀',
  '"\'',
  'a > b',
];
const hostile = [
  ...['{', '|', '}', '{{', '}}', '\\', '<', '&#123;', '&#92;', '&foo;', '&#38', '&amp', '&#150;', '\u0000'],
  ...[
    '<!-- note -->',
    '<![CDATA[x]]>',
    '<table><tr><td>x</td></tr></table>',
    '<p class="x">y</p>',
    '<div>x</div>',
  ],
  ...[
    '<a href="javascript:alert(1)">x</a>',
    '<img src="http://a.example/x.png">',
    '<br class="x">',
    '</p>',
    '<p>',
  ],
  ...[
    '%7B%7BfirstName%7D%7D',
    '<b>',
    '</i>',
    '<style>p{}</style>',
    '<a href="https://a.example">',
    '<h1>x</h1>',
  ],
];

const leaf = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...texts) },
  { weight: 4, arbitrary: fc.constantFrom(...fields) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '<br>',
      '<br/>\n',
      '<img src="https://a.example/x.png" alt="{{firstName}}" width="20">',
    ),
  },
);
const inlineWith = (extra: fc.Arbitrary<string>) =>
  fc.letrec<{ inline: string; mark: string }>((tie) => ({
    inline: fc
      .array(fc.oneof({ depthSize: 'small' }, leaf, extra, tie('mark')), { maxLength: 6 })
      .map((parts) => parts.join('')),
    mark: fc
      .tuple(
        fc.constantFrom(
          ['<b>', '</b>'],
          ['<strong>', '</strong>'],
          ['<i>', '</i>'],
          ['<em>', '</em>'],
          ['<a href="https://a.example/?a=1&amp;b={{firstName}}">', '</a>'],
          ["<a href='{{unsubscribeUrl}}'>", '</a>'],
        ),
        tie('inline'),
      )
      .map(([[start, end], inner]) => `${start}${inner}${end}`),
  })).inline;
const bodyWith = (extra: fc.Arbitrary<string>) => {
  const inline = inlineWith(extra);
  const block = fc.letrec<{ block: string; list: string }>((tie) => ({
    block: fc.oneof(
      { depthSize: 'small' },
      inline.map((text) => `<p>${text}</p>`),
      tie('list'),
    ),
    list: fc
      .tuple(
        fc.constantFrom(['<ul>', '</ul>'], ['<ol>', '</ol>'], ['<ol start="3">', '</ol>']),
        fc.array(fc.tuple(inline, fc.option(tie('list'), { nil: '' })), { minLength: 1, maxLength: 3 }),
      )
      .map(
        ([[start, end], items]) =>
          `${start}\n${items.map((item) => `<li>${item.join('')}</li>`).join('\n')}${end}`,
      ),
  })).block;

  return fc
    .array(fc.oneof({ weight: 8, arbitrary: block }, { weight: 1, arbitrary: extra }))
    .map((blocks) => blocks.join('\n'));
};

const values = new Map([
  ['firstName', 'Ada <3'],
  ['sender.name', 'Sam & Co'],
  ['unsubscribeUrl', 'https://u.example/?a=1&b=2'],
]);
const renderings = [
  { values, seed: 'one' },
  { values, seed: 'two' },
  { values: new Map<string, string>(), seed: 'three' },
];
const shownEmails = (html: string) =>
  renderings.map((each) => {
    const rendered = renderTemplate(html, each.values, each.seed, htmlEscaping(), 'write');

    return rendered.kind === 'rendered' ? shownHtml(rendered.text) : rendered.kind;
  });

const schema = getSchema(extensionsOf({ editLink: () => undefined, editField: () => undefined }));

function expectSameEmail(html: string): boolean {
  const read = readHtml(html);
  if (!('document' in read)) return false;
  const written = writeHtml(read.document);
  expect(shownEmails(written)).toEqual(shownEmails(html));
  expect(readHtml(written)).toEqual(read);
  const shown = schema.nodeFromJSON(read.document);
  shown.check();
  expect(writeHtml(shown.toJSON())).toBe(written);

  return true;
}

test('a body that the editor can show is written with the same rendering for all contacts', () => {
  let shown = 0;
  fc.assert(
    fc.property(bodyWith(fc.constantFrom('')), (html) => {
      if (expectSameEmail(html)) shown += 1;
    }),
    { numRuns: 500 },
  );
  expect(shown).toBeGreaterThan(20);
});

test('of unknown and broken markup, the editor shows only what it can write with the same rendering', () => {
  fc.assert(
    fc.property(bodyWith(fc.constantFrom(...hostile)), (html) => void expectSameEmail(html)),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...hostile, ...texts, ...fields)),
      (parts) => void expectSameEmail(`<p>${parts.join('')}</p>`),
    ),
    { numRuns: 500 },
  );
});

test.each([
  ['<table><tr><td>x</td></tr></table>', '<table>'],
  ['<p style="color:red">x</p>', 'the attribute “style” of <p>'],
  ['<p>x<!-- note --></p>', 'a comment'],
  ['Hi', 'a text outside of a paragraph'],
  ['<p>{<b>Hi|Hello</b>}</p>', 'a field or a choice that contains a tag or is part of one'],
  ['<p>{{firstName | default: "<b>"}}</p>', 'a field or a choice that contains a tag or is part of one'],
  ['<p>Hi', 'an element without an end'],
  ['<p><br></p>', 'an empty paragraph'],
  ['<p><a href="javascript:alert(1)">x</a></p>', 'the link “javascript:alert(1)”'],
])('%s cannot be shown: %s', (html, unsupported) => {
  expect(readHtml(html)).toEqual({ unsupported });
});

test('merge fields keep their exact source', () => {
  const html = '<p>Hi {{ firstName|default:“there” }}, {{custom.Plan}} {Yes|No}</p>';
  const read = readHtml(html);

  expect(JSON.stringify(read)).toContain('{{ firstName|default:“there” }}');
  expect('document' in read && writeHtml(read.document)).toBe(html);
});

test('merge fields are found as the service finds them', () => {
  const template = fc
    .array(fc.constantFrom(...fields, '{', '}', '|', '\\', '{{', '}}', 'a'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(template, (source) => {
      const parts = splitFields(source);
      const found = parseTemplate(source, 'html').pieces.flatMap((piece) =>
        piece.kind === 'field' ? [piece.source] : [],
      );

      expect(parts.map((part) => part.source).join('')).toBe(source);
      expect(parts.filter(({ kind }) => kind === 'field').map((part) => part.source)).toEqual(found);
    }),
    { numRuns: 500 },
  );
});

test('each default of a merge field is read as it was written', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
      const source = withDefault('{{custom.Plan}}', text);
      const rendered = renderTemplate(source, new Map(), '', htmlEscaping());

      expect(parseField(source)?.name).toBe('custom.plan');
      expect(defaultOf(source)).toBe(text);
      expect(rendered.kind === 'rendered' && shownHtml(`<p>${rendered.text}</p>`)).toEqual(
        shownHtml(`<p>${escapeHtml(text)}</p>`),
      );
    }),
  );
});

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
