import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import type { OpenApiDocument } from '#lib/docs/openapi-document.ts';
import { referencePolicy } from '../../infra/reference/policy.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { documented } from '../support/documented.ts';
import { useStack } from '../support/stack.ts';

const { baseUrl } = useStack();
const scriptPath = /\/dashboard\/assets\/reference-[\w-]{22}\.js/;

async function send(path: string, method = 'GET') {
  const response = await fetch(`${baseUrl}${path}`, { method });

  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: await response.text(),
  };
}

test('GET / names the service, its version and the paths of its documentation, without a credential', async () => {
  const { status, headers, text } = await send('/');
  const paths = { documentation: '/docs', openapi: '/openapi.json' };

  expect([status, headers['content-type']]).toEqual([200, 'application/json']);
  expect(JSON.parse(text)).toEqual({
    name: openApi.info.title,
    version: packageJson.version,
    ...paths,
    trackingDomainTarget: null,
  });
  expect(openApi.info.version).toBe(packageJson.version);
  for (const path of Object.values(paths)) expect((await send(path)).status).toBe(200);
});

test('GET /openapi.json is the committed document with its own address as first server', async () => {
  const { status, headers, text } = await send('/openapi.json');
  const { servers, ...rest } = JSON.parse(text);

  expect(status).toBe(200);
  expect({ ...rest, servers: servers.slice(1) }).toEqual(openApi);
  expect(servers[0].url).toBe(baseUrl);
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=300',
    etag: `"${hash('md5', text)}"`,
  });
});

test('GET /openapi.client.json has what a generator of clients needs, and nothing that it cannot use', async () => {
  const { status, headers, text } = await send('/openapi.client.json');
  const profile: OpenApiDocument = JSON.parse(text);
  const operations = Object.values(profile.paths).flatMap((item) => Object.values(item));
  const references = [...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, reference]) => reference);
  const { securitySchemes, ...components } = profile.components;
  const kept = Object.entries(components).flatMap(([kind, members]) =>
    Object.keys(members).map((name) => `${kind}/${name}`),
  );

  expect([status, headers['content-type']]).toEqual([200, 'application/json']);
  expect(profile.servers[0]?.url).toBe(baseUrl);
  expect(operations.map(({ operationId }) => operationId)).toEqual(
    Object.values(documented.paths)
      .flatMap((item) => Object.values(item))
      .filter(({ security }) => security.some((requirement) => 'apiKey' in requirement))
      .map(({ operationId }) => operationId),
  );
  expect(new Set(operations.flatMap(({ requestBody }) => Object.keys(requestBody?.content ?? {})))).toEqual(
    new Set(['application/json']),
  );
  expect(Object.keys(profile.webhooks)).toEqual(Object.keys(documented.webhooks));
  expect(new Set(references)).toEqual(new Set(kept));
  expect(Object.keys(securitySchemes)).toEqual(['apiKey']);
  expect(profile.tags.map(({ name }) => name)).not.toContain('Errors');
});

test.each(['/docs', '/docs/'])(
  'the page at %s links to the script, the document and the chapters',
  async (path) => {
    const { status, headers, text } = await send(path);
    const links = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
    const [document = '', script = '', ...chapters] = [...new Set(links)].filter((link) => link !== 'data:,');

    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['cache-control']).toBe('no-cache');
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
    // Without JavaScript, the page has the operations and links to the chapters.
    expect(text).toContain('<li><code>POST /contacts</code> Create a contact</li>');
    expect(text).not.toMatch(/https?:|\/\//);
    expect(document).toBe('/openapi.json');
    expect(script).toMatch(scriptPath);
    expect(chapters).toHaveLength(documented.tags.length);
    for (const chapter of chapters) expect((await send(chapter)).status).toBe(200);
  },
);

test('GET /llms.txt leads to chapters in Markdown that have all operations, events and their fields', async () => {
  const { status, headers, text } = await send('/llms.txt');
  const urls = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, url = '']) => url);
  const chapters = urls.filter((url) => url.endsWith('.md'));
  const pages = await Promise.all(chapters.map((url) => send(url.replace(baseUrl, ''))));
  const titles = pages.flatMap((page) => [...page.text.matchAll(/^## (.+)$/gm)].map(([, title]) => title));
  const operations = Object.entries(documented.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );

  expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(urls.every((url) => url.startsWith(baseUrl))).toBe(true);
  expect(chapters).toHaveLength(documented.tags.length);
  expect(titles).toEqual(expect.arrayContaining([...operations, ...Object.keys(documented.webhooks)]));
  for (const page of pages) {
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(page.text).not.toMatch(/undefined|\[object|#tag\//);
    const anchors = [...page.text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor);
    const objects = [...page.text.matchAll(/^### (.+)$/gm)].map(([, name = '']) => name.toLowerCase());
    expect(objects).toEqual(expect.arrayContaining(anchors));
    const linked = [...page.text.matchAll(/\]\(([\w-]+\.md)\)/g)].map(
      ([, file]) => `${baseUrl}/docs/${file}`,
    );
    expect(chapters).toEqual(expect.arrayContaining(linked));
  }
  expect((await send('/docs/nothing.md')).status).toBe(404);
});

test('a chapter in Markdown describes a field with its type, its limits and its meaning', async () => {
  const { text } = await send('/docs/companies.md');

  expect(text).toContain('\n- `name`: string, 1 to 200 characters. Name; need not be unique.');
  expect(text).toContain('\n- `limit?`: integer, 1 to 100, default `25`.');
  expect(text).toContain('Request body, application/json: [NewCompany](#newcompany).');
});

test('browsers keep the script, because its name contains a hash of its content', async () => {
  const [path = ''] = scriptPath.exec((await send('/docs')).text) ?? [];
  const { status, headers, text } = await send(path);

  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(path).toContain(hash('sha256', text, 'base64url').slice(0, 22));
  // Booleans, so that a failure does not print 5 MB.
  expect(text.includes('@scalar/api-reference')).toBe(true);
  expect(text.includes("createApiReference('#reference'")).toBe(true);
  expect(text.includes('sourceMappingURL=')).toBe(false);
  expect((await send('/dashboard/assets/reference-aFfrn4VZQjvT0y6mGnO1Xw.js')).status).toBe(404);
});

test('the dashboard reads where the local inbox is, and nothing else about the stack', async () => {
  const { smtp, imap, webUrl } = useStack().mail;
  const { status, headers, text } = await send('/dashboard/assets/local-inbox.json');

  expect([status, headers['content-type']]).toEqual([200, 'application/json']);
  expect(JSON.parse(text)).toEqual({ smtp, imap, webUrl });
});

test('the page’s policy allows no other origin, no inline script, no eval and no other styles', async () => {
  const { headers, text } = await send('/docs');
  const directives = new Map(
    referencePolicy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');

      return [name, sources.join(' ')];
    }),
  );

  expect(headers['content-security-policy']).toBe(referencePolicy);
  expect(Object.fromEntries(directives)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': expect.stringMatching(/^(?:'sha256-[\w+/]{43}=' ?){3}$/),
    'style-src-attr': "'unsafe-inline'",
    'connect-src': "'self'",
    'img-src': 'data:',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
  expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\bstyle="|\bon\w+="/);
});

test.each(['/', '/openapi.json', '/openapi.client.json', '/docs', '/llms.txt', '/docs/contacts.md'])(
  '%s has the headers of every response, and HEAD has no body',
  async (path) => {
    const [got, head] = [await send(path), await send(path, 'HEAD')];

    expect(head).toMatchObject({ status: 200, text: '' });
    expect({ ...head.headers, ...got.headers }).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.any(String),
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '100',
      'x-ratelimit-reset': '0',
    });
    for (const name of ['content-type', 'cache-control', 'etag', 'content-security-policy']) {
      expect([name, head.headers[name]]).toEqual([name, got.headers[name]]);
    }
  },
);

test.each(['/', '/openapi.json', '/openapi.client.json', '/docs', '/llms.txt', '/docs/contacts.md'])(
  '%s is not sent again to a caller that has it',
  async (path) => {
    const { etag = '', 'cache-control': caching } = (await send(path)).headers;
    const again = (value: string) => fetch(`${baseUrl}${path}`, { headers: { 'If-None-Match': value } });
    const response = await again(etag);

    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(Object.fromEntries(response.headers)).toMatchObject({ etag, 'cache-control': caching });
    expect((await again('"other"')).status).toBe(200);
  },
);

test('the reference has the chapter Receiving webhooks', () => {
  const chapter = documented.tags.find(({ name }) => name === 'Receiving webhooks');

  expect(chapter?.description).toContain('### Test vectors');
});
