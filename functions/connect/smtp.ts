import { verifyMailbox } from '#lib/connect/connect-mailbox.ts';
import { systemDns } from '#lib/connect/mail-dns.ts';
import { connectRoutes } from '#lib/connect/routes.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { changed, created, preparedEndpoint } from '#lib/endpoints/endpoint.ts';
import { loopbackRule } from '#lib/runtime/config.ts';

export const handler = preparedEndpoint(
  connectRoutes.smtp,
  verifyMailbox,
  async ({ workspaceId, principal }, mailbox, services) => {
    const { isNew, ...change } = await connectAccount(services, workspaceId, mailbox, principal);

    return isNew ? created(change) : changed(change);
  },
  { vault: kmsVault, search: () => ({ loopback: loopbackRule(), dns: systemDns() }) },
);
