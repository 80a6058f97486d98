import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanSignature, signatureBytesMax } from '#lib/email-accounts/signature.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';

describe('a signature keeps', () => {
  test.each([
    ['text', 'Ann Ångström, 1 < 2 & 3', 'Ann Ångström, 1 &lt; 2 &amp; 3'],
    ['character references', '&copy; 2026 &middot; Tom &amp; Co &#8226; &#x41;', undefined],
    ['paragraphs, breaks and emphasis', '<p>Ann<br><b>CEO</b>, <i>Acme</i></p>', undefined],
    [
      'links to pages, mailboxes and telephones',
      '<a href="https://acme.example/?a=1&amp;b=2">A</a>',
      undefined,
    ],
    ['mailboxes', '<a href="mailto:ann@acme.example">mail</a>', undefined],
    ['telephones', '<a href="tel:+4930123">call</a>', undefined],
    ['pictures', '<img src="https://acme.example/logo.png" alt="" width="90">', undefined],
    ['tables', '<table cellpadding="0"><tr><td width="5" valign="top">x</td></tr></table>', undefined],
    [
      'colours and fonts',
      '<span style="color: rgb(1, 2, 3); font-family: Arial, \'Open Sans\'">x</span>',
      undefined,
    ],
  ])('%s', (_, given, expected) => {
    expect(cleanSignature(given)).toBe(expected ?? given);
  });

  test('the text of removed elements', () => {
    expect(cleanSignature('<html><body><center><o:p>Ann</o:p></center></body></html>')).toBe('Ann');
  });

  test('the surrounding email intact: all tags are balanced', () => {
    expect(cleanSignature('</div></table><div><b>Ann')).toBe('<div><b>Ann</b></div>');
    expect(cleanSignature('<b><i>x</b>y</i>')).toBe('<b><i>x</i></b>y');
  });
});

describe('a signature loses', () => {
  test.each([
    ['scripts with their content', 'a<script>alert("</b>")</script>b', 'ab'],
    ['a script that does not end', 'a<script>alert(1)', 'a'],
    ['styles', '<style>p{color:red}</style>b', 'b'],
    ['frames and forms', '<iframe srcdoc="<p>x">y</iframe><form action="//e"><input name="a">z</form>', 'z'],
    ['vector graphics', '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>z', 'z'],
    ['handlers', '<b onclick="x()" ONMOUSEOVER=\'y()\' onfocus=z()>b</b>', '<b>b</b>'],
    ['comments, declarations and instructions', '<!DOCTYPE html><!-- <b> --><?php x ?><![CDATA[x]]>b', 'b'],
    ['conditional comments', '<!--[if mso]><b>x</b><![endif]-->y', 'y'],
    ['scripts as URLs', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['scripts in capitals', '<a href=" JaVaScRiPt:alert(1)">x</a>', '<a>x</a>'],
    ['scripts with numeric references', '<a href="&#106;avascript&#x3a;alert(1)">x</a>', '<a>x</a>'],
    ['scripts with a break', '<a href="java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['scripts with named references', '<a href="javascript&colon;alert(1)">x</a>', '<a>x</a>'],
    ['data', '<img src="data:image/svg+xml,<svg onload=alert(1)>">', '<img>'],
    ['pictures over http', '<img src="http://acme.example/a.png">', '<img>'],
    [
      'URLs in styles',
      '<b style="background-color: url(https://e/); color: red">x</b>',
      '<b style="color: red">x</b>',
    ],
    ['positions', '<b style="position:fixed;top:0">x</b>', '<b>x</b>'],
    ['scripts in styles', '<b style="width: expression(alert(1))">x</b>', '<b>x</b>'],
    ['escapes in styles', '<b style="color: r\\65 d">x</b>', '<b>x</b>'],
    ['control characters', 'a\u0000\u0008<\u0000b>c', 'a&lt;b&gt;c'],
    ['a tag that does not end', 'a<b title="x', 'a'],
    [
      'all but the first of an attribute',
      '<a href="https://a.example" href="javascript:x">y</a>',
      '<a href="https://a.example">y</a>',
    ],
    [
      'names of object properties',
      '<constructor>x</constructor><b constructor="y" __proto__=z>z</b>',
      'x<b>z</b>',
    ],
  ])('%s', (_, given, expected) => {
    expect(cleanSignature(given)).toBe(expected);
  });
});

/** The grammar of a sanitised signature: text, and tags with quoted values without brackets. */
const clean =
  /^(?:[^<>]|<\/?(?:a|b|blockquote|br|code|div|em|font|h[1-4]|hr|i|img|li|ol|p|pre|s|small|span|strong|su[bp]|table|tbody|t[dhr]|thead|u|ul)(?: (?:style|align|valign|dir|lang|title|color|face|size|width|height|border|alt|cellpadding|cellspacing|bgcolor|colspan|rowspan|nowrap|href|src)="[^"<>]*")*>)*$/;

describe('any input', () => {
  const pieces = fc.constantFrom(
    ...[
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      '!',
      '-',
      '--',
      '-->',
      '<!--',
      '<!-->',
      ' ',
      '\n',
      '&',
      ';',
      '&lt;',
      '&#60;',
    ],
    ...[
      '<b',
      '<b>',
      '</b>',
      '<a href=',
      '<a href="',
      'javascript:',
      'https://a/',
      '<img src=',
      ' onerror=x ',
    ],
    ...[
      '<script>',
      '</script>',
      '<svg>',
      '</svg>',
      '<p style="',
      'color:red;',
      'url(x)',
      '<table>',
      'x',
      '\u0000',
    ],
    ...[
      '<textarea>',
      '<title>',
      '<plaintext>',
      '<math>',
      '<noscript>',
      '\ud800',
      '\u00a0',
      '&colon;',
      '<?',
      '<![CDATA[',
    ],
  );
  const markup = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  );

  test('becomes text and known tags with quoted, harmless values', () => {
    fc.assert(
      fc.property(markup, (given) => {
        const cleaned = cleanSignature(given);
        expect(cleaned).toMatch(clean);
        for (const [, address = ''] of cleaned.matchAll(/ (?:href|src)="([^"]*)"/g)) {
          expect(address).toMatch(/^(?:https?:\/\/|mailto:|tel:)/i);
        }
      }),
      { numRuns: 5000 },
    );
  });

  test('does not change when sanitised again', () => {
    fc.assert(
      fc.property(markup, (given) => {
        const cleaned = cleanSignature(given);
        expect(cleanSignature(cleaned)).toBe(cleaned);
      }),
      { numRuns: 5000 },
    );
  });

  test('has balanced tags', () => {
    fc.assert(
      fc.property(markup, (given) => {
        const open: string[] = [];
        for (const [, slash, name = ''] of cleanSignature(given).matchAll(/<(\/?)([a-z0-9]+)/g)) {
          if (slash) expect(open.pop()).toBe(name);
          else if (!['br', 'hr', 'img'].includes(name)) open.push(name);
        }
        expect(open).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('takes linear time', () => {
    const hostile = [
      '<',
      '<a ',
      '<a b="',
      "<a b='",
      '<!--',
      '<a a=',
      '<b style="',
      '&',
      '&#',
      '<script>',
      '</b>',
      '<b>',
      ' ',
      '<a\n',
    ];
    const ms = cpuTimeOf(() => {
      for (const piece of hostile) {
        cleanSignature(piece.repeat(signatureBytesMax / piece.length));
        cleanSignature(`<b style="color: ${piece.repeat(signatureBytesMax / piece.length)}">`);
        cleanSignature(`<a href="https://a/${piece.repeat(signatureBytesMax / piece.length)}`);
      }
    });

    expect(ms).toBeLessThan(2000);
  });
});
