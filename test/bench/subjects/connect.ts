import { kmsVault } from '#lib/crypto/vault.ts';
import { saveClient } from '#lib/oauth/client.ts';
import { runProvider, type TestProvider } from '../../support/oauth-provider.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { writeTarget } from '../support/figures.ts';
import { seedAccount } from '../support/fixtures.ts';
import { callEndpoint } from '../support/invoke.ts';
import { seedSession } from './auth.ts';

/** One provider for all of them; it ends with the process. */
let provider: Promise<TestProvider> | undefined;

/** Somebody is logged in, in a workspace that has its key, and the service is registered at a provider. */
async function seedBrowser(bench: Bench, workspaceId: string) {
  await seedAccount(bench, workspaceId);
  provider ??= runProvider();
  const { issuer } = await provider;
  const { smtp, imap } = bench.stack.mail;
  const client = { provider: 'google', clientId: 'bench', secret: 'bench', issuer } as const;
  const servers = { smtp: { ...smtp, secure: false }, imap: { ...imap, secure: false } };
  await saveClient({ table: bench.table, vault: kmsVault(bench) }, { ...client, ...servers });

  return { cookie: await seedSession(bench, workspaceId), params: { provider: 'google' } };
}

export const connectSubjects: readonly EndpointSubject[] = [
  {
    // The attempt.
    operation: 'connect.begin',
    why: 'the registration and two keys that open secrets are read, and kept by a container; then the attempt is written',
    prepare: seedBrowser,
  },
  {
    // The attempt, which ends; then the claim of its address, the account, its settings and its tokens.
    operation: 'connect.finish',
    why: 'a person waits for it once for a mailbox: the attempt is taken first, by itself, and the mailbox is connected last',
    async prepare(bench, workspaceId) {
      const browser = await seedBrowser(bench, workspaceId);
      const owner = await provider;
      if (!owner) throw new Error('there is no provider');
      owner.claims = { email: 'ada@sender.example', email_verified: true };
      const { headers } = await callEndpoint('connect.begin', browser);
      const { searchParams } = await owner.consent(String(headers['location']));

      return { ...browser, query: Object.fromEntries(searchParams) };
    },
  },
  {
    // The claim of its address, the account with its place in the list of its status, and its settings.
    operation: 'connect.smtp',
    target: writeTarget(3, 1),
    why: 'tries are counted; whether the address was connected before is asked before the servers are and again when it is decided; the first secret of a container opens the key; the first look into the inbox is called for',
    async prepare(bench, workspaceId) {
      // The workspace has its key.
      await seedAccount(bench, workspaceId);
      const { smtp, imap } = bench.stack.mail;
      const servers = { smtp: { ...smtp, secure: false }, imap: { ...imap, secure: false } };

      return {
        cookie: await seedSession(bench, workspaceId),
        body: { email: 'ada@sender.example', password: 'bench', ...servers },
      };
    },
  },
];
