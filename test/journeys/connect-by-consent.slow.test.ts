import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { uniqueEmail } from '../api/support/seed.ts';
import { startProvider, type TestProvider } from '../support/oauth-provider.ts';
import { newWorkspace, useStack } from '../support/stack.ts';
import { newCookie, newUser } from '../support/users.ts';

let provider: TestProvider;

beforeAll(async () => {
  provider = await startProvider('tenants');
  const registered = await setClient();
  expect(registered).toMatchObject({ provider: 'microsoft', issuer: provider.issuer });
  expect(registered).not.toHaveProperty('secret');
});

/** Runs the admin command. Asynchronous, because the test provider in this process must answer it. */
async function setClient(): Promise<unknown> {
  const { environment, mail } = useStack();
  const child = promisify(execFile)(
    process.execPath,
    [
      ...['infra/admin/main.ts', 'set-oauth-client', '--provider', 'microsoft', '--client-id', 'outreach'],
      ...['--client-secret-stdin', '--issuer', provider.issuer],
      ...['--smtp-host', '127.0.0.1', '--smtp-port', String(mail.smtp.port)],
      ...['--imap-host', '127.0.0.1', '--imap-port', String(mail.imap.port)],
    ],
    { env: { ...process.env, ...environment } },
  );
  child.child.stdin?.end('a secret\n');

  return JSON.parse((await child).stdout);
}

test('a browser is redirected to the provider and back, and the mailbox is connected', async () => {
  const { baseUrl } = useStack();
  const { workspaceId } = await newWorkspace();
  const headers = { Cookie: await newCookie(await newUser(workspaceId)) };
  const email = uniqueEmail();
  provider.claims = { email };

  const begun = await fetch(`${baseUrl}/connect/microsoft`, { headers, redirect: 'manual' });
  expect(begun.status).toBe(302);
  const callback = await provider.consent(begun.headers.get('location') ?? '');
  expect(callback.href).toMatch(`${baseUrl}/connect/microsoft/callback?`);
  const ended = await fetch(callback, { headers });

  expect([ended.status, await ended.text()]).toEqual([200, expect.stringContaining(email)]);
  const listed = await fetch(`${baseUrl}/email-accounts`, { headers });
  expect(await listed.json()).toMatchObject({
    data: [{ email, provider: 'microsoft', status: 'connected' }],
  });
  expect((await fetch(callback, { headers })).status).toBe(422);
});
