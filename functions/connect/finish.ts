import { finishConnection } from '#lib/connect/finish.ts';
import { connectRoutes } from '#lib/connect/routes.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { pageEndpoint } from '#lib/endpoints/html-endpoint.ts';
import { messageHeaders, messagePage } from '#lib/html/message-page.ts';
import { ok } from '#lib/http/reply.ts';
import { loopbackRule } from '#lib/runtime/config.ts';

export const handler = pageEndpoint(
  connectRoutes.finish,
  async ({ workspaceId, principal, params: { provider }, query, requestId }, services) => {
    const connecting = { workspaceId, session: principal.session.attribute, provider };
    const author = { principal, requestId };
    const { email } = await finishConnection(services, connecting, new URLSearchParams(query), author);
    const text = `${email} is connected. You may close this page.`;

    return ok(messagePage({ title: 'The mailbox is connected', text }), messageHeaders);
  },
  { vault: kmsVault, loopback: loopbackRule },
);
