import { kmsVault } from '#lib/crypto/vault.ts';
import { saveClient } from '#lib/oauth/client.ts';
import type { OAuthProvider } from '#lib/oauth/provider.ts';
import { handler as begin } from '../../../../functions/connect/begin.ts';
import { handler as finish } from '../../../../functions/connect/finish.ts';
import { call, type TestReply } from '../../../support/call.ts';
import { expectDocumented } from '../../../support/documented.ts';
import type { TestProvider } from '../../../support/oauth-provider.ts';
import { connected, newWorkspace, useStack } from '../../../support/stack.ts';
import { newCookie, newUser, type TestUser } from '../../../support/users.ts';

export const clientSecret = 'the-secret-of-the-client';

/**
 * This service is registered at the provider. The provider's mailboxes are on the stack's own mail servers.
 */
export async function register(
  provider: TestProvider,
  at: OAuthProvider = 'google',
  hosts: { readonly smtp?: { port: number }; readonly imap?: { port: number } } = {},
): Promise<void> {
  const { mail } = useStack();
  const local = { host: '127.0.0.1', secure: false };
  await saveClient(
    { ...connected(), vault: kmsVault(connected()) },
    {
      provider: at,
      clientId: 'outreach',
      secret: clientSecret,
      issuer: provider.issuer,
      smtp: { ...local, port: hosts.smtp?.port ?? mail.smtp.port },
      imap: { ...local, port: hosts.imap?.port ?? mail.imap.port },
    },
  );
}

export interface Browser {
  readonly workspaceId: string;
  readonly userId: string;
  readonly cookie: string;
}

export async function newBrowser(workspaceId?: string): Promise<Browser> {
  return browserOf(await newUser(workspaceId ?? (await newWorkspace()).workspaceId));
}

export async function browserOf(user: TestUser): Promise<Browser> {
  const { workspaceId, userId } = user;

  return { workspaceId, userId, cookie: await newCookie(user) };
}

export async function beginAt(
  { cookie }: Pick<Browser, 'cookie'>,
  provider: string = 'google',
  query: Record<string, string> = {},
): Promise<TestReply> {
  const reply = await call(begin, {
    method: 'GET',
    path: `/connect/${provider}`,
    params: { provider },
    query,
    cookie,
  });
  expectDocumented('connect.begin', reply);

  return reply;
}

export async function finishAt(
  { cookie }: { readonly cookie?: string },
  parameters: URLSearchParams,
  provider: string = 'google',
): Promise<TestReply> {
  const reply = await call(finish, {
    method: 'GET',
    path: `/connect/${provider}/callback`,
    params: { provider },
    cookie,
    query: Object.fromEntries(parameters),
  });
  expectDocumented('connect.finish', reply);

  return reply;
}

/** The complete flow of a browser, from the button to the last page. */
export async function connectAt(
  browser: Browser,
  provider: TestProvider,
  at: OAuthProvider = 'google',
): Promise<TestReply> {
  const { headers } = await beginAt(browser, at);
  const { searchParams } = await provider.consent(headers['location'] ?? '');

  return finishAt(browser, searchParams, at);
}
