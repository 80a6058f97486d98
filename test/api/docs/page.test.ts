import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { anchor } from '#lib/docs/html.ts';
import { renderPage } from '#lib/docs/page.ts';
import { endpoints } from '#lib/operations.ts';
import { handler } from '../../../functions/docs/page.ts';
import { call } from '../../support/call.ts';
import { documented, expectDocumented } from '../../support/documented.ts';
import { useStack } from '../../support/stack.ts';

async function readPage() {
  useStack();

  return call(handler, { method: 'GET', path: '/docs' });
}

test('the HTML page is returned without a credential', async () => {
  const { baseUrl } = useStack();
  const response = await fetch(`${baseUrl}/docs`);

  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toBe((await readPage()).text);
});

test('the page has every operation, schema and event kind of the document', async () => {
  const reply = await readPage();
  const places = [
    ...endpoints.map(({ name }) => anchor(name)),
    ...Object.keys(documented.components.schemas).map((name) => anchor(`schema-${name}`)),
    ...Object.keys(documented.webhooks).map((kind) => anchor(`event-${kind}`)),
  ];

  expect(places.filter((place) => !reply.text.includes(` id="${place}"`))).toEqual([]);
  expectDocumented('docs.page', reply);
});

test('every link in the page has a target, and anchors are unique', async () => {
  const { text } = await readPage();
  const places = [...text.matchAll(/ id="([^"]+)"/g)].map(([, place]) => place);
  const links = [...text.matchAll(/ href="#([^"]+)"/g)].map(([, place]) => place);

  expect(links.filter((link) => !places.includes(link))).toEqual([]);
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
});

test('the page loads and runs nothing, and its policy allows only its own style', async () => {
  const { text, headers } = await readPage();
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];

  expect(text).not.toMatch(/<(?:script|img|iframe|object|form)\b|\bstyle="|\bon\w+="|@import|url\(/);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; /);
  expect(headers['content-security-policy']).toContain(`'sha256-${hash('sha256', style, 'base64')}'`);
});

test('all text of the document is escaped', () => {
  const hostile = '<script>alert(1)</script> [x](javascript:alert(1)) `<b>`';
  const page = renderPage({
    ...documented,
    info: { ...documented.info, description: hostile, title: hostile },
  });

  expect(page).not.toContain('<script>');
  expect(page).not.toContain('href="javascript');
  expect(page).not.toContain('<b>');
});

test('heading levels do not skip, for screen readers', async () => {
  const { text } = await readPage();
  const levels = [...text.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));

  expect(levels[0]).toBe(1);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
});

test('elements are closed in the order in which they were opened, and paragraphs have no block elements', async () => {
  const { text } = await readPage();
  const open: string[] = [];
  const faults: string[] = [];
  for (const [tag, slash, name = ''] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (slash && open.pop() !== name) faults.push(tag);
    if (!slash && /^(?:p|dl|div|figure|table|details|h\d)$/.test(name) && open.includes('p'))
      faults.push(tag);
    if (!slash && !['meta', 'link'].includes(name)) open.push(name);
  }

  expect(faults).toEqual([]);
  expect(open).toEqual([]);
});
