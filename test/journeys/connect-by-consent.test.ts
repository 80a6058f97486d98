import { beforeAll, expect, test } from 'vitest';
import { register } from '../api/connect/support/flow.ts';
import { uniqueEmail } from '../api/support/seed.ts';
import { startProvider, type TestProvider } from '../support/oauth-provider.ts';
import { newWorkspace, useStack } from '../support/stack.ts';
import { newCookie, newUser } from '../support/users.ts';

let provider: TestProvider;

beforeAll(async () => {
  provider = await startProvider('tenants');
  await register(provider, 'microsoft');
});

test('a browser is led from the service to the provider and back to where it came from, and the mailbox is connected', async () => {
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
