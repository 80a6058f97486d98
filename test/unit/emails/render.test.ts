import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headerEscaping, textEscaping } from '#lib/emails/rendering/escaping.ts';
import { htmlEscaping } from '#lib/emails/rendering/html-escaping.ts';
import { renderTemplate } from '#lib/emails/rendering/render.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { isWholeTier } from '../../support/tier.ts';

const values = new Map([
  ['firstName', 'Ann'],
  ['email', 'ann@example.com'],
  ['custom.plan', 'pro'],
]);
const render = (template: string, { seed = 's', fields = values, place = textEscaping() } = {}) =>
  renderTemplate(template, fields, seed, place);
const textOf = (template: string, options = {}) => {
  const rendered = render(template, options);

  return rendered.kind === 'rendered' ? rendered.text : rendered;
};

describe('fields', () => {
  test.each([
    ['', ''],
    ['Hi {{firstName}}!', 'Hi Ann!'],
    ['{{first_name}} {{FIRSTNAME}} {{ contact.firstName }}', 'Ann Ann Ann'],
    ['{{custom.plan}} {{CUSTOM.Plan}}', 'pro pro'],
    ['{{city | default: "your town"}}', 'your town'],
    ['{{firstName|default:"you"}}', 'Ann'],
    ['{{city | default: ""}}', ''],
    ['{{city | default: "a } | b"}}', 'a } | b'],
    ['{ {firstName} }', '{ {firstName} }'],
    ['close }} only', 'close }} only'],
    ['{{firstName}}{{firstName}}', 'AnnAnn'],
    ['open {{firstName', 'open {{firstName'],
    ['\\{{firstName}} is how', '{{firstName}} is how'],
    ['C:\\temp a \\\\ b', 'C:\\temp a \\\\ b'],
  ])('%j gives %j', (template, text) => {
    expect(textOf(template)).toBe(text);
  });

  test('without a value and without a default are reported, each once', () => {
    expect(render('{{firstName}} {{city}} {{company_name}} {{city}} {{custom.Not_There}}')).toEqual({
      kind: 'missing',
      fields: ['city', 'company.name', 'custom.not_there'],
    });
  });

  test('insert values that are never parsed as templates', () => {
    const fields = new Map([['firstName', '{{email}}{a|b}\\{{city}}']]);

    expect(textOf('{{firstName}}', { fields })).toBe('{{email}}{a|b}\\{{city}}');
  });

  test('make a text too large only by their values', () => {
    const fields = new Map([['custom.long', 'x'.repeat(1000)]]);
    const template = '{{custom.long}}'.repeat(6000);

    expect(render(template, { fields })).toEqual({ kind: 'too_large' });
    expect(render(template.slice(0, 15 * 100), { fields }).kind).toBe('rendered');
  });

  test('are inserted in style sheets and scripts of HTML, where other braces are literal', () => {
    const html = '<style>a{color:{{custom.plan}}}</style><script>x={{nickname}}+"{{email}}"+{{{y</script>';

    expect(textOf(html, { place: htmlEscaping() })).toBe(
      '<style>a{color:pro}</style><script>x={{nickname}}+"annexample.com"+{{{y</script>',
    );
  });

  test('leave other text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!/[{|}]/.test(text));
        expect(textOf(text)).toBe(text);
      }),
    );
  });
});

describe('choices', () => {
  const seeds = Array.from({ length: 3000 }, (_, at) => `exe_${at}.stp_1`);
  const sharesOf = (template: string) => {
    const counts = new Map<string, number>();
    for (const seed of seeds) {
      const text = String(textOf(template, { seed }));
      counts.set(text, (counts.get(text) ?? 0) + 1 / seeds.length);
    }

    return Object.fromEntries(counts);
  };

  test('select each option equally often', () => {
    const shares = sharesOf('{a|b|c}');

    expect(Object.keys(shares).sort()).toEqual(['a', 'b', 'c']);
    for (const share of Object.values(shares)) expect(Math.abs(share - 1 / 3)).toBeLessThan(0.04);
  });

  test('of one text are independent of each other', () => {
    const shares = sharesOf('{a|b}{a|b}');

    expect(Object.keys(shares).sort()).toEqual(['aa', 'ab', 'ba', 'bb']);
    for (const share of Object.values(shares)) expect(Math.abs(share - 1 / 4)).toBeLessThan(0.04);
  });

  test('may contain choices, fields, markup and empty options', () => {
    expect(Object.keys(sharesOf('{Hi {there|you}|{{{firstName}}|Dear {{firstName}}}|<b>|}')).sort()).toEqual(
      ['', '<b>', 'Ann', 'Dear Ann', 'Hi there', 'Hi you'].sort(),
    );
  });

  test('are the same for the same seed', () => {
    const template = '{a|b|c|d}{e|f|g|{h|i}}'.repeat(20);
    fc.assert(
      fc.property(fc.string(), (seed) => {
        expect(textOf(template, { seed })).toEqual(textOf(template, { seed }));
      }),
    );
  });

  test('need only the fields of the selected option', () => {
    const outcomes = new Set(seeds.slice(0, 50).map((seed) => render('{a|b {{city}}}', { seed }).kind));

    expect(outcomes).toEqual(new Set(['rendered', 'missing']));
  });

  test.each([
    ['a style', 'p { color: red } @media print { p { color: blue } }'],
    ['JSON', '{"a": {"b": [1, 2]}}'],
    ['a bar outside braces', 'a | b'],
    ['braces the wrong way round', '} a | b {'],
  ])('are not parsed in %s', (_, text) => {
    expect(textOf(text)).toBe(text);
  });

  test.each([
    '<style>.nav a::after{content:" | ";color:#999}@media all{[class|="col"]{width:100%}}</style>',
    '<STYLE type="text/css">a{b:"{c|d}"}</style >',
    '<script type="application/ld+json">{"name":"Acme | News","a":{"b":[{"c":"d|e"}]}}</script>',
    '<!-- {a|b} {{firstName}} {{nickname}} \\{ -->',
    '<!--[if (gte mso 9)|(IE)]>x<![endif]-->{y<!--[if mso | IE]>z<![endif]-->}',
    '<template><p>{a|b}</p></template>',
    '<textarea rows="2">{a|b} \\{c|d}</textarea><xmp>{a|b}</xmp>',
    '<style>a{b:"c|d"}',
    '<!-- {a|b}',
  ])('are not parsed in raw text and comments of HTML: %s', (html) => {
    expect(textOf(html, { place: htmlEscaping() })).toBe(html);
  });

  test('are parsed in the content of comments for Outlook, but not in its styles', () => {
    const html =
      '<!--[if mso]><style>a{b:"c|d"}</style><p>{Hi|Hi} {{firstName}}</p><![endif]--><!-->{x|x}<!---->';

    expect(textOf(html, { place: htmlEscaping() })).toBe(
      '<!--[if mso]><style>a{b:"c|d"}</style><p>Hi Ann</p><![endif]--><!-->x<!---->',
    );
  });

  test('are the same with and without a style sheet', () => {
    const choices = '{a|b|c}'.repeat(20);
    const styled = textOf(`<style>a{b{c}}</style>${choices}`, { place: htmlEscaping() });

    expect(styled).toBe(`<style>a{b{c}}</style>${textOf(choices)}`);
  });

  test.each([
    ['\\{a|b}', '{a|b}'],
    ['{a\\|b|a\\|b}', 'a|b'],
    ['{\\{|\\{}', '{'],
    ['{x\\}|x\\}}', 'x}'],
  ])('can be escaped: %s is %s', (template, text) => {
    expect(textOf(template)).toBe(text);
  });

  const size = isWholeTier ? 2 ** 20 : 2 ** 17;

  test('are rendered in linear time', () => {
    const busy = cpuTimeOf(() => {
      for (const part of [
        '{a|b}',
        '{|x',
        '{',
        '{a|{b|c}}',
        '{x|',
        '|}',
        '%7B%7B',
        '%7B%7Bx%7D%7D',
        '%7B%7B%',
      ])
        textOf(part.repeat(size / part.length));
    });

    // Quadratic would take hours.
    expect(busy).toBeLessThan(10_000);
  });
});

describe('a value in HTML', () => {
  const html = (template: string, value: string) =>
    textOf(template, { fields: new Map([['firstName', value]]), place: htmlEscaping() });

  test.each([
    ['text', '<p>{{firstName}}</p>', `<b>&"'`, '<p>&#60;b&#62;&#38;&#34;&#39;</p>'],
    ['a quoted value', '<p title="{{firstName}}">', '"><script>', '<p title="&#34;&#62;&#60;script&#62;">'],
    ['a value without quotes', '<p title={{firstName}}>', 'x onload=y', '<p title=x&#32;onload&#61;y>'],
    ['a tag', '<p {{firstName}}>', 'onload=y>', '<p onload&#61;y&#62;>'],
    ['a tag’s name', '<{{firstName}}>', 'b x=y', '<b&#32;x&#61;y>'],
    ['a style', '<p style="color:{{firstName}}">', 'red;x:url(//e)', '<p style="color:redxurle">'],
    [
      'a stylesheet',
      '<style>p{color:{{firstName}}}</style>',
      'red}</style>',
      '<style>p{color:redstyle}</style>',
    ],
    [
      'an image of a style',
      `<p style="background:url('{{firstName}}');color:{{firstName}}">`,
      "https://e/i(1).png?a=b&n=Ann's",
      `<p style="background:url('https://e/i%281%29.png?a=b&#38;n=Ann%27s');color:httpsei1.pngabnAnns">`,
    ],
    [
      'an image of a stylesheet',
      '<style>p{color:red;background:URL( "{{firstName}}" )}</style>',
      'https://e/i.png?a=b&n=</style>"x',
      '<style>p{color:red;background:URL( "https://e/i.png?a=b&n=%3C/style%3E%22x" )}</style>',
    ],
    [
      'a part of an image of a style',
      '<p style="background:url(&quot;https://e/{{firstName}}.png?n={{firstName}}&quot;)">',
      'a (b)/c',
      '<p style="background:url(&quot;https://e/a%20%28b%29/c.png?n=a%20%28b%29%2Fc&quot;)">',
    ],
    [
      'a script as an image of a style',
      '<p style="background:url({{firstName}})">',
      'javascript:x()',
      '<p style="background:url(javascript%3Ax%28%29)">',
    ],
    [
      'a style after another style',
      '<p style="a:url("><p style="color:{{firstName}}">',
      'a:b',
      '<p style="a:url("><p style="color:ab">',
    ],
    [
      'a function of a script',
      '<script>url("{{firstName}}")</script>',
      'https://e',
      '<script>url("httpse")</script>',
    ],
    [
      'a part of a URL',
      '<a href="https://e/?n={{firstName}}">',
      'a&b=c d',
      '<a href="https://e/?n=a%26b%3Dc%20d">',
    ],
    ['a path', "<img src='https://e/{{firstName}}.png'>", '../x?"', "<img src='https://e/..%2Fx%3F%22.png'>"],
    [
      'an address',
      '<a href="{{firstName}}">',
      'https://e/a b?c=d&e="',
      '<a href="https://e/a%20b?c=d&#38;e=%22">',
    ],
    ['an encoded URL', '<a href="{{firstName}}">', 'https://e/%20é', '<a href="https://e/%20é">'],
    ['a script as a URL', '<a href="{{firstName}}">', 'javascript:x()', '<a href="javascript%3Ax()">'],
    [
      'a script after a space',
      '<a href = "{{firstName}}">',
      'javascript:x()',
      '<a href = "javascript%3Ax()">',
    ],
    ['a URL without quotes', '<a href={{firstName}}>', 'https://e/ x', '<a href=https://e/%20x>'],
    [
      'a mailbox',
      '<a href="mailto:{{firstName}}">',
      'ann+x@example.com',
      '<a href="mailto:ann+x@example.com">',
    ],
    ['a telephone', '<a href="tel:{{firstName}}">', '+49 30', '<a href="tel:+49%2030">'],
    ['text after a comment', '<!-- " -->{{firstName}}', '<', '<!-- " -->&#60;'],
    ['text after a URL', '<a href="x">{{firstName}}</a>', 'a b', '<a href="x">a b</a>'],
  ])('is escaped in %s', (_, template, value, text) => {
    expect(html(template, value)).toBe(text);
  });

  test.each([
    ['https://{{firstName}}', 'acme.com/de/shop', 'https://acme.com/de/shop'],
    ['https://{{firstName}}', 'https://acme.com/x?y=1', 'https://acme.com/x?y=1'],
    ['https://www.{{firstName}}/x', 'acme.com', 'https://www.acme.com/x'],
    ['https://{{firstName}}', 'user:pw@evil.example', 'https://user:pw%40evil.example'],
    ['https://{{firstName}}', 'medium.com/@ann', 'https://medium.com/@ann'],
    ['https://e.example{{firstName}}', '/pricing/pro', 'https://e.example/pricing/pro'],
    ['https://e.example/{{firstName}}', 'pricing/pro', 'https://e.example/pricing/pro'],
    [
      'https://e.example/{{firstName}}',
      '/pricing/caf%C3%A9 100%',
      'https://e.example/pricing/caf%C3%A9%20100%25',
    ],
    ['https://e.example/a/{{firstName}}', '../../b', 'https://e.example/a/..%2F..%2Fb'],
    ['https://e.example/{{firstName}}', '/evil.example', 'https://e.example/evil.example'],
    ['https://e.example/{{firstName}}', 'a?b#c', 'https://e.example/a%3Fb%23c'],
    ['https://e.example/tom&amp;co/{{firstName}}', 'a/b', 'https://e.example/tom&amp;co/a/b'],
    ['https://e.example/tom&#38;co/{{firstName}}', 'a/b', 'https://e.example/tom&#38;co/a/b'],
    [
      'https://e.example/?u={{firstName}}',
      'https://a.example/?b&c',
      'https://e.example/?u=https%3A%2F%2Fa.example%2F%3Fb%26c',
    ],
    ['https://e.example#{{firstName}}', 'a/b', 'https://e.example#a%2Fb'],
    ['{{firstName}}', 'acme.com/landing?x=1', 'https://acme.com/landing?x=1'],
    ['{{firstName}}', 'bücher.example', 'https://bücher.example'],
    ['{{firstName}}/about?x={{firstName}}', 'acme.com', 'https://acme.com/about?x=acme.com'],
    [' {{firstName}}', 'localhost', ' localhost'],
    ['{{firstName}}', '//evil.example', '%2F%2Fevil.example'],
    ['/{{firstName}}', '/evil.example', '/%2Fevil.example'],
    ['{{firstName}}', 'data:text/html,x', 'data%3Atext%2Fhtml%2Cx'],
    ['{{firstName}}', 'ann@acme.com', 'ann%40acme.com'],
  ])('makes the link %s with %s to %s', (url, value, result) => {
    expect(html(`<a href="${url}">`, value)).toBe(`<a href="${result}">`);
  });

  test.each([
    ['https://e.example/?n=%7B%7BfirstName%7D%7D', 'https://e.example/?n=Tom%20%26%20Co'],
    ['https://e.example/%7b%7b%20first_name%20%7d%7d/x', 'https://e.example/Tom%20%26%20Co/x'],
    [
      'https://e.example/?n=%7B%7Bcity%20%7C%20default:%20%22Zo%C3%AB%22%7D%7D',
      'https://e.example/?n=Zo%C3%AB',
    ],
    ['https://e.example/?n=%7B%7Bcity|default:%22x%22%7D%7D&amp;m=1', 'https://e.example/?n=x&amp;m=1'],
    [
      'https://www.google.com/url?q=https://a.example/%7B%7BfirstName%7D%7D&source=gmail',
      'https://www.google.com/url?q=https://a.example/Tom%20%26%20Co&source=gmail',
    ],
    ['http://%7B%7BunsubscribeUrl%7D%7D', 'https://t.example/u/1'],
    ['http://{{unsubscribe_url}}', 'https://t.example/u/1'],
    ['https://e.example/%7B%22a%22:%7B%7D%7D', 'https://e.example/%7B%22a%22:%7B%7D%7D'],
    ['https://e.example/%7B%7Bnickname%7D%7D', 'https://e.example/%7B%7Bnickname%7D%7D'],
    ['https://e.example/%7B%7B%FF%7D%7D', 'https://e.example/%7B%7B%FF%7D%7D'],
  ])('is inserted in the link %s, which an editor has encoded', (url, result) => {
    const fields = new Map([
      ['firstName', 'Tom & Co'],
      ['unsubscribeUrl', 'https://t.example/u/1'],
    ]);

    expect(textOf(`<a href="${url}">`, { fields, place: htmlEscaping() })).toBe(`<a href="${result}">`);
    expect(textOf(url, { fields })).toBe(result);
  });

  test('may be a default with the character references of an HTML editor', () => {
    expect(html('{{city | default: "Tom &amp; Co <b>"}}', '')).toBe('Tom &#38; Co &#60;b&#62;');
  });

  test('never ends its element or attribute', () => {
    const templates = [
      '<p>@</p>',
      '<p title="@">',
      "<p title='@'>",
      '<p title=@ x>',
      '<a href="@">',
      '<a href="/@">',
      '<p style="background:url(@)">',
      "<p style='background:url(@)'>",
      '<style>p{background:url("@")}</style>',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...templates), fc.string({ unit: 'binary' }), (template, value) => {
        const [before = '', after = ''] = template.split('@');
        const text = String(html(template.replace('@', '{{firstName}}'), value || 'x'));
        const middle = text.slice(before.length, text.length - after.length);

        expect(text.startsWith(before) && text.endsWith(after)).toBe(true);
        expect(middle).not.toMatch(/[<>"']/);
        if (template.includes('=@')) expect(middle).not.toMatch(/[\s=`]/);
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ['See https://{{firstName}}, ok', 'acme.com/a b', 'See https://acme.com/a%20b, ok'],
  ['(https://e.example/?q={{firstName}})', 'Tom & Co', '(https://e.example/?q=Tom%20%26%20Co)'],
  ['{{firstName}} {{firstName}}/x', 'Tom & Co', 'Tom & Co Tom & Co/x'],
  ['https://e.example/a(b)/{{firstName}}', 'O & Co', 'https://e.example/a(b)/O%20%26%20Co'],
  ["https://e.example/it's/{{firstName}}", 'O & Co', "https://e.example/it's/O%20%26%20Co"],
  [
    '(https://e.example/a[b]?q={{firstName}}){{firstName}}',
    'O & Co',
    '(https://e.example/a[b]?q=O%20%26%20Co)O & Co',
  ],
  ['[https://e.example/a] {{firstName}}', 'O & Co', '[https://e.example/a] O & Co'],
  [
    'https://e.example/a(b {{firstName}} https://e.example/c)',
    'O & Co',
    'https://e.example/a(b O & Co https://e.example/c)',
  ],
  ['https://e.example {{firstName}}', 'a/b c', 'https://e.example a/b c'],
])('a value in a URL of a text is escaped: %s', (template, value, text) => {
  expect(textOf(template, { fields: new Map([['firstName', value]]) })).toBe(text);
});

test('a value in a header is one line', () => {
  const fields = new Map([['firstName', 'Ann\r\nBcc: x@y\0\u2028\u0085z']]);

  expect(textOf('Hi {{firstName}}', { fields, place: headerEscaping })).toBe('Hi Ann Bcc: x@y z');
});
