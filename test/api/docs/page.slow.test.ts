import { expect, test } from 'vitest';
import { scriptName } from '#lib/docs/reference-script.ts';
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
  expect(await response.text()).toMatch(/^<!doctype html>\n<html lang="en">/);
  expectDocumented('docs.page', await readPage());
});

test.each(['/docs', '/docs/'])('the page at %s links only to the script and the document', async (path) => {
  const { baseUrl } = useStack();
  const text = await (await fetch(`${baseUrl}${path}`)).text();
  const links = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
  const relative = [...new Set(links)].filter((link) => link !== 'data:,');
  const urls = relative.map((link) => new URL(link, `${baseUrl}${path}`).href);
  const responses = await Promise.all(urls.map((url) => fetch(url)));

  expect(text).not.toMatch(/https?:|\/\//);
  expect(urls.toSorted()).toEqual([`${baseUrl}/docs/${scriptName}`, `${baseUrl}/openapi.json`]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
});

test('a browser without JavaScript shows a link to the document', async () => {
  const { text } = await readPage();

  expect(text).toMatch(/<noscript>.*<a href="\.\/openapi\.json">.*<\/noscript>/);
});

test('the policy allows no other origin, no inline script and no eval', async () => {
  const { headers } = await readPage();
  const policy = headers['content-security-policy'] ?? '';
  const directives = new Map(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');

      return [name, sources.join(' ')];
    }),
  );

  expect(Object.fromEntries(directives)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': expect.stringMatching(/^'nonce-[\w-]{22}'$/),
    'style-src-attr': "'unsafe-inline'",
    'connect-src': "'self'",
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('the page has no inline script or style that its policy would block', async () => {
  const { text } = await readPage();

  expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\bstyle="|\bon\w+="/);
});

test('every response has a new nonce for styles, and is not cached', async () => {
  const replies = [await readPage(), await readPage()];
  const nonces = replies.map(({ text }) => /property="csp-nonce" content="([^"]+)"/.exec(text)?.[1]);

  expect(new Set(nonces).size).toBe(2);
  for (const [index, { headers }] of replies.entries()) {
    expect(headers['content-security-policy']).toContain(`'nonce-${nonces[index]}'`);
    expect(headers['cache-control']).toBe('no-store');
  }
});

test('the reference has the chapter Receiving webhooks', () => {
  const chapter = documented.tags.find(({ name }) => name === 'Receiving webhooks');

  expect(chapter?.description).toContain('### Test vectors');
});
