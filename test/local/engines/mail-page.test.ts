import { request } from 'node:http';
import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { startMailCatcher } from '../../../infra/local/engines/mail/mail-catcher.ts';
import { stopAfterTest, temporaryFolder } from './support.ts';

const hostile = '<script>steal()</script><img src=x onerror=steal()>"\'';

async function startWith(mail: { subject?: string; text?: string; html?: string }) {
  const catcher = await stopAfterTest(startMailCatcher({ databaseFile: `${temporaryFolder()}/mail.db` }));
  const transport = createTransport({ host: '127.0.0.1', port: catcher.smtp.port });
  onTestFinished(() => transport.close());
  await transport.sendMail({ from: 'ada@sender.test', to: 'bo@buyer.test', ...mail });

  return { catcher, get: (path: string) => fetch(`${catcher.webUrl}${path}`) };
}

const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? '';

test.each(['html', 'text', 'headers', 'raw'])(
  'a hostile email injects no markup into the page in the view %s',
  async (view) => {
    const { get } = await startWith({ subject: hostile, text: hostile, html: hostile });
    const answer = await get(`/?id=1&view=${view}`);
    const page = await answer.text();

    expect(page).toContain('&#60;script&#62;steal()');
    expect(page).not.toContain('<script>steal');
    expect(page).not.toContain('<img');
    expect(policyOf(answer)).toMatch(/default-src 'none'.*script-src 'nonce-[^']+'/);
    expect(policyOf(answer)).not.toContain('unsafe');
  },
);

test('the frame of an email runs no scripts and loads nothing from other hosts, even when opened directly', async () => {
  const { get } = await startWith({ html: hostile });
  const page = await (await get('/?id=1')).text();
  const frame = await get('/messages/1/html');

  expect(/<iframe sandbox="([^"]*)"/.exec(page)?.[1]).toBe('allow-popups allow-popups-to-escape-sandbox');
  expect(policyOf(frame)).toContain("default-src 'none'");
  expect(policyOf(frame)).toMatch(/sandbox(?! .*(allow-scripts|allow-same-origin))/);
  expect(policyOf(frame)).not.toContain('script-src');
});

test('raw messages are served as plain text that browsers do not interpret as HTML', async () => {
  const { get } = await startWith({ html: hostile });
  const raw = await get('/api/messages/1/raw');

  expect(raw.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(raw.headers.get('x-content-type-options')).toBe('nosniff');
});

test('URLs in a text become links, and their quotes stay inside the attribute', async () => {
  const { get } = await startWith({ text: 'see https://a.test/x?a=1&b=2" onclick="steal()' });
  const page = await (await get('/?id=1&view=text')).text();

  expect(page).toContain('<a href="https://a.test/x?a=1&#38;b=2" target="_blank" rel="noreferrer">');
  expect(page).not.toContain(' onclick="');
});

test('the search matches parts of a recipient and shows the escaped search text', async () => {
  const { get } = await startWith({ subject: 'Found me' });

  expect(await (await get('/?search=buyer')).text()).toContain('Found me');
  const none = await (await get(`/?search=${encodeURIComponent('"><b>')}`)).text();
  expect(none).not.toContain('Found me');
  expect(none).toContain('value="&#34;&#62;&#60;b&#62;"');
});

test('a request with a foreign host name is refused, so that foreign sites cannot read the emails', async () => {
  const { catcher } = await startWith({});
  const status = await new Promise((resolve, reject) => {
    const call = request(`${catcher.webUrl}/api/messages`, { headers: { host: 'rebound.example' } });
    call.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
    call.end();
  });

  expect(status).toBe(403);
});
