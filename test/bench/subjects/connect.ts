import { kmsVault } from '#lib/crypto/vault.ts';
import { saveClient } from '#lib/oauth/client.ts';
import { runProvider, type TestProvider } from '../../support/oauth-provider.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';
import { seedAccount } from '../support/fixtures.ts';
import { callEndpoint } from '../support/invoke.ts';
import { seedSession } from '../support/user-fixtures.ts';

/** One provider for all subjects of the process. */
let provider: Promise<TestProvider> | undefined;

/** A logged-in user in a workspace with a data key, and a registration of the service at a provider. */
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
    operation: 'connect.providers',
    target: readTargets.one,
    why: 'the registrations of both providers are read',
    async prepare(bench, workspaceId) {
      const { cookie } = await seedBrowser(bench, workspaceId);

      return { cookie };
    },
  },
  {
    // The attempt.
    operation: 'connect.begin',
    why: 'the registration and two encryption keys are read and cached by the container; then the attempt is written',
    prepare: seedBrowser,
  },
  {
    // The attempt, which is consumed; then the claim of its address, the account, its settings and its tokens.
    operation: 'connect.finish',
    why: 'it runs once per mailbox; the attempt is consumed first in a separate write, and the mailbox is connected last',
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
    // The claim of its address, the account with its index entry by status, and its settings.
    operation: 'connect.smtp',
    target: writeTarget(3, 1),
    why: 'attempts are counted; the existing account is read before the server check and again for the decision; the first secret of a container decrypts the key; a message triggers the first inbox sync',
    async prepare(bench, workspaceId) {
      // Creates the data key of the workspace.
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
