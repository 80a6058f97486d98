import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trackLinks } from '#lib/emails/rendering/tracked-links.ts';
import { tokensOf } from '#lib/html/tokens.ts';
import { createEmailLinks } from '#lib/links/links.ts';
import { readToken } from '#lib/links/token.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { sampleEmailIds, workspaceKeys } from '../../support/workspace-keys.ts';

const mail = sampleEmailIds();
const links = await createEmailLinks(workspaceKeys, 'https://t.example', mail, 'ada@example.com');

/** The destinations of a message's links, decoded as by this service. */
async function targetsOf(html: string) {
  const addresses = [...tokensOf(html, 'shown')].flatMap((token) =>
    token.kind === 'open' && /^(?:a|area|v:\w+)$/.test(token.name)
      ? [token.attributes.get('href')?.value ?? '']
      : [],
  );

  return Promise.all(
    addresses.map(async (address) => {
      const token = await readToken(
        workspaceKeys,
        /^https:\/\/t\.example\/t\/c\/(.+)$/.exec(address)?.[1] ?? '',
      );

      return token?.kind === 'click' ? token.target : address;
    }),
  );
}

describe('a link to a page', () => {
  test.each([
    ['<a href="https://e.example/?a=1&amp;b=2">x</a>', 'https://e.example/?a=1&b=2'],
    ['<a href="https://e.example/?a=1&b=2">x</a>', 'https://e.example/?a=1&b=2'],
    ['<a href="https://e.example/?a=&amp;amp;">x</a>', 'https://e.example/?a=&amp;'],
    ["<A class=b HREF = 'http://e.example/&#x22;' target=_blank>x</A>", 'http://e.example/"'],
    ['<a href=https://e.example/x>x</a>', 'https://e.example/x'],
    ['<a href=" https://e.example/\n x ">x</a>', 'https://e.example/ x'],
    ['<a href="HTTPS://e.example/é#part">x</a>', 'HTTPS://e.example/é#part'],
    ['<map><area shape="rect" href="https://e.example/map"></map>', 'https://e.example/map'],
    ['<v:roundrect href="https://e.example/b" style="x">', 'https://e.example/b'],
    ['<!--[if mso]><v:oval href="https://e.example/b"/><![endif]-->', 'https://e.example/b'],
    ['<!--[if (gte mso 9)|(IE)]><a href="https://e.example/o">x</a><![endif]-->', 'https://e.example/o'],
    ['<!--[if !mso]><!--><a href="https://e.example/n">x</a><!--<![endif]-->', 'https://e.example/n'],
    ['<div title="a>b"><a\nhref="https://e.example/">x', 'https://e.example/'],
  ])('%j is tracked with the same destination', async (html, target) => {
    const tracked = await trackLinks(html, links);

    expect(tracked).toMatch(/href="https:\/\/t\.example\/t\/c\/[\w-]+"/);
    expect(await targetsOf(tracked)).toEqual([target]);
  });

  test('identifies its message and its index', async () => {
    const tracked = await trackLinks(
      '<a href="https://a"></a><a href="#x"></a><a href="https://b"></a>',
      links,
    );
    const tokens = [...tracked.matchAll(/\/t\/c\/([\w-]+)/g)].map(([, token = '']) =>
      readToken(workspaceKeys, token),
    );

    expect(await Promise.all(tokens)).toEqual([
      { ...mail, kind: 'click', index: 0, target: 'https://a' },
      { ...mail, kind: 'click', index: 1, target: 'https://b' },
    ]);
  });
});

test.each([
  '<a href="mailto:a@e.example">x</a>',
  '<a href="tel:+49301">x</a>',
  '<a href="#top">x</a>',
  '<a href="/relative">x</a>',
  '<a href="javascript:x">x</a>',
  '<a href="ftp://e.example">x</a>',
  '<a href="https://">x</a>',
  `<a href="https://e.example/${'x'.repeat(2000)}">x</a>`,
  `<a href="${links.unsubscribeUrl}">x</a>`,
  '<a name="x">x</a>',
  '<img src="https://e.example/x.png"><link href="https://e.example/x.css">',
  '<style>/* <a href="https://e.example/"> */</style>',
  '<!-- <a href="https://e.example/"> -->',
  'https://e.example/ <a href="https://e.example/',
])('%j stays unchanged', async (html) => {
  expect(await trackLinks(html, links)).toBe(html);
});

test('a tag with an unclosed quote is not a link', async () => {
  const html = '<a href="</style><a href=https://e.example/>';

  expect(await trackLinks(html, links)).toBe(html);
});

test('only link URLs change in any markup, and their destinations stay the same', async () => {
  const pieces = [
    '<a href="',
    '<a href=',
    "<a href='",
    'https://e.example/',
    '?a=1&amp;b',
    '&',
    '"',
    "'",
    '>',
    '</a>',
    '<',
  ];
  const more = [
    '<p title="',
    'x',
    ' ',
    '\n',
    '<!--',
    '-->',
    '<style>',
    '</style>',
    'mailto:',
    '&quot;',
    '=',
    'é',
    '/',
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 40 }), async (parts) => {
      const html = parts.join('');
      const tracked = await trackLinks(html, links);
      const shapeOf = (text: string) =>
        [...tokensOf(text)].map((token) => ({
          ...token,
          at: 0,
          ...('attributes' in token && { attributes: [...token.attributes.keys()] }),
        }));
      const normal = (addresses: string[]) =>
        addresses.map((each) => (/^\s*https?:/.test(each) ? each.replaceAll(/[\t\n\r]/g, '').trim() : each));

      expect(shapeOf(tracked)).toEqual(shapeOf(html));
      expect(normal(await targetsOf(tracked))).toEqual(normal(await targetsOf(html)));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  '<a href="https://e/">',
  '<a href="https://e/',
  '<a ',
  '<',
  '<a href=',
  '<!-',
  '<style>',
  '<a b=""',
])('tracks long HTML of repeated %j in linear time', (piece) => {
  const html = piece.repeat(2 ** 17 / piece.length);

  expect(cpuTimeOf(() => [...tokensOf(html)])).toBeLessThan(1000);
});
