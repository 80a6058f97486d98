import { hash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { handler } from '../../../functions/tracking/unsubscribe-page.ts';
import { expectDocumented } from '../../support/documented.ts';
import { newWorkspace, useStack, type Workspace } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { addSentEmail, tokenOf, visit } from '../support/links.ts';
import { expectHeaders, expectNothingWritten } from '../support/subject.ts';

let workspace: Workspace;
let token: string;
beforeAll(async () => {
  workspace = await newWorkspace();
  token = await tokenOf(await addSentEmail(workspace.workspaceId), 'unsubscribe');
});

test('opening the page by any method changes nothing', async () => {
  await expectNothingWritten({ workspace }, async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const reply = await visit(handler, 'unsubscribe', token, {
        method,
        query: { 'List-Unsubscribe': 'One-Click' },
      });

      expect(reply.status).toBe(200);
      expect(reply.text === '').toBe(method === 'HEAD');
      expectHeaders(reply);
    }
  });
});

test('the page has one form that posts to its own URL, and no script', async () => {
  const reply = await visit(handler, 'unsubscribe', token);
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(reply.text) ?? [];

  expect(reply.text).toContain('<form method="post"><button>Unsubscribe</button></form>');
  expect(reply.text).toContain('<meta name="viewport" content="width=device-width">');
  expect(reply.text).not.toMatch(/<(?:script|img|link|iframe)\b|\bon\w+=|url\(/);
  expect(reply.headers['content-security-policy']).toBe(
    `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  );
  expect(reply.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  expectDocumented('tracking.unsubscribe-page', reply);
});

test('returns 404 for an invalid token and for a token of another kind', async () => {
  const mail = await addSentEmail(workspace.workspaceId);
  for (const wrong of ['x', token.slice(1), await tokenOf(mail, 'open')]) {
    const reply = await visit(handler, 'unsubscribe', wrong);

    expect(reply.status).toBe(404);
    expect(reply.text).not.toContain('<form');
    expectDocumented('tracking.unsubscribe-page', reply);
  }
});

test.each(['.', ')', ').', '>', '”', ',"', '%29', '…', '%C2%BB'])(
  'a link with the punctuation %s of a text behind it works',
  async (marks) => {
    expect((await visit(handler, 'unsubscribe', `${token}${marks}`)).status).toBe(200);
  },
);

test.each([
  ['de-AT,de;q=0.9,en;q=0.5', 'lang="de"', 'Abmelden'],
  ['fr;q=0.4, pt-BR;q=0.8, xx', 'lang="pt"', 'Cancelar inscrição'],
  ['ar', 'lang="ar" dir="rtl"', 'إلغاء الاشتراك'],
  ['he-IL', 'lang="he" dir="rtl"', 'הסרה מהרשימה'],
  ['zh-Hans-CN', 'lang="zh"', '退订'],
  ['xx, *;q=0.1', 'lang="en"', 'Unsubscribe'],
  ['__proto__, constructor, de;q=2x, ,;;', 'lang="en"', 'Unsubscribe'],
  ['', 'lang="en"', 'Unsubscribe'],
])('a browser with the languages %s gets a page in one of them', async (languages, attributes, button) => {
  const headers = { 'Accept-Language': languages };
  const page = await visit(handler, 'unsubscribe', token, { headers });
  const broken = await visit(handler, 'unsubscribe', 'x', { headers });

  expect(page.text).toContain(`<html ${attributes}>`);
  expect(page.text).toContain(`<button>${button}</button>`);
  expect(page.headers['vary']).toBe('Accept-Language');
  expect(broken.text).toContain(`<html ${attributes}>`);
  expectDocumented('tracking.unsubscribe-page', page);
});

test.runIf(isWholeTier)('the gateway returns the page as HTML', async () => {
  const { baseUrl } = useStack();
  const response = await fetch(`${baseUrl}/u/${token}`);

  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toBe((await visit(handler, 'unsubscribe', token)).text);
});
