import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { htmlToText } from '#lib/html/html-to-text.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { isWholeTier } from '../../support/tier.ts';

describe('HTML as text keeps', () => {
  test.each([
    ['paragraphs', '<p>Hi Ann,</p>\n<p>how are\n you?</p>', 'Hi Ann,\n\nhow are you?'],
    ['line breaks', 'a<br>b<br/>\n c<br><br>d', 'a\nb\nc\n\nd'],
    ['blocks', '<div>a</div><div>b<div>c</div></div>d', 'a\nb\nc\nd'],
    ['headings', '<h1>A</h1>b', 'A\n\nb'],
    ['lists', '<ul><li>a</li><li><p>b</p></li></ul>c', '- a\n- b\n\nc'],
    ['numbered lists', '<ol><li>a<li>b</ol>', '1. a\n2. b'],
    ['lists in lists', '<ul><li>a<ul><li>b</ul><li>c</ul>', '- a\n  - b\n- c'],
    ['tables', '<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>', 'a b\nc'],
    ['rules', 'a<hr>b', 'a\n\n-----\n\nb'],
    ['alternative texts of images', 'a <img src="x" alt="logo"> b<img src="y">', 'a logo b'],
    ['preformatted text', '<pre>a  b\n  c</pre>', 'a  b\n  c'],
    [
      'characters',
      'Tom &amp; J&eacute;r&ocirc;me&nbsp;&lt;3 &#8364;&#x41; &hellip; &unknown;',
      'Tom & Jérôme <3 €A … &unknown;',
    ],
    ['old characters', '&copy 2024 &reg; &amp R&ampD &copyright &COPY;', '© 2024 ® & R&D ©right ©'],
    [
      'URLs that look like characters',
      '<a href="https://e/?a&copy=1&reg">x</a>',
      'x (https://e/?a&copy=1&reg)',
    ],
    [
      'padding of the preheader',
      `<span>Hi</span><span>${'&nbsp;&zwnj;'.repeat(5)}${'&#847; &zwnj; &nbsp; '.repeat(5)}</span><p>می\u200cخواهم</p>`,
      'Hi\n\nمی\u200cخواهم',
    ],
    [
      'links',
      'see <a href="https://e.example/?a=1&amp;b=2">our page</a>.',
      'see our page (https://e.example/?a=1&b=2).',
    ],
    ['mailboxes', '<a href="mailto:a@e.example?subject=x">mail us</a>', 'mail us (a@e.example)'],
    ['telephones', '<a href="tel:+49301">call</a>', 'call (+49301)'],
    ['links around images', '<a href="https://e.example"><img src="x"></a>', 'https://e.example'],
    ['unclosed links', '<a href="https://e.example/">go', 'go (https://e.example/)'],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });
});

describe('HTML as text omits', () => {
  test.each([
    [
      'content that is not shown',
      '<head><title>t</title><style>p{}</style></head><body>a<script>"<p>"</script>b',
      'ab',
    ],
    ['comments', 'a<!-- <p>x</p> -->b', 'ab'],
    ['hidden preheader text', '<div style="display: none">look<div>!</div></div>a', 'a'],
    ['the URL of a link with the URL as its text', '<a href="https://e.example/">e.example</a>', 'e.example'],
    [
      'the address of a link with the address as its text',
      '<a href="mailto:a@e.example">a@e.example</a>',
      'a@e.example',
    ],
    [
      'links without a web page',
      '<a href="#top">up</a> <a href="javascript:x">x</a> <a name="y">y</a>',
      'up x y',
    ],
    ['collapsed white space', '  a \n\t <b> b</b>  ', 'a b'],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });
});

test('the length of the text is linear in the length of any HTML', () => {
  const pieces = [
    '<',
    '>',
    '<a href="https://e.example/x">',
    '</a>',
    '<ul>',
    '<li>',
    '</ul>',
    '<p>',
    '<br>',
    '<pre>',
  ];
  const more = [
    '</pre>',
    'x',
    ' ',
    '&amp;',
    '<td>',
    '<div style="display:none">',
    '</div>',
    '<!--',
    '-->',
    '<hr>',
    '"',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 200 }), (parts) => {
      const html = parts.join('');
      const text = htmlToText(html);

      expect(text.length).toBeLessThanOrEqual(html.length * 4 + 20);
      expect(text).not.toMatch(/\n{3}|^\s|\s$/);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ...[
    '<',
    '<a href="',
    '<a href="https://e/">',
    '</a>',
    '<a href=https://e/>x</a>',
    '<ul><li>',
    '</ul>',
    '<!--',
    '&',
  ],
  ...[
    '&#',
    '<p>',
    '<br>',
    '<td>',
    '<div style="display:none">',
    ' ',
    '\u00a0',
    '<script>',
    '<pre> ',
    '<a b=',
    '<x y',
  ],
  ...['<a><ul>', '&nbsp;', '\n'],
  ...[
    '<blockquote>',
    '<div class=gmail_quote>',
    '<div class=gmail_attr>a:',
    '<hr tabindex=-1>',
    '<div style="border-top:',
  ],
  ...[`<div style="${'border-top:'.repeat(2000)}">`, `<div class="${'x_'.repeat(2000)}">`],
])('converts long HTML of repeated %j in linear time', (piece) => {
  const html = piece.repeat((isWholeTier ? 2 ** 18 : 2 ** 16) / piece.length);

  // Quadratic would take minutes.
  expect(cpuTimeOf(() => htmlToText(`<pre>${html}</pre>`))).toBeLessThan(2000);
  expect(cpuTimeOf(() => htmlToText(html))).toBeLessThan(2000);
  expect(cpuTimeOf(() => htmlToText(html, 'marked'))).toBeLessThan(2000);
});

describe('HTML as text marks as quoted', () => {
  test.each([
    ['each line of a quotation', 'a<blockquote>b<br>c<p>d</p></blockquote>e', 'a\n\n> b\n> c\n\n> d\n\ne'],
    ['quotations in a quotation once', '<blockquote>a<blockquote>b</blockquote></blockquote>', '> a\n\n> b'],
    ['preformatted text', '<blockquote><pre>a\n\n  b</pre></blockquote>', '> a\n\n>   b'],
    ['lists', '<blockquote><ul><li>a<li>b</ul></blockquote>c', '> - a\n> - b\n\nc'],
    ['a quotation that is not closed', 'a<blockquote>b', 'a\n\n> b'],
    ['a quotation up to the end of its parent', '<div class="gmail_quote"><blockquote>a</div>b', '> a\nb'],
  ])('%s', (_, html, text) => {
    expect(htmlToText(html, 'marked')).toBe(text);
  });
});
