import { actorOf, auditPut } from '#lib/audit-log/record.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { sendTestEmail } from '#lib/emails/preview/test-email.ts';
import { changed, writeEndpoint } from '#lib/endpoints/endpoint.ts';
import { linksBaseUrl, loopbackRule } from '#lib/runtime/config.ts';

export const handler = writeEndpoint(
  campaignRoutes.test,
  async ({ principal, workspaceId, params, body, requestId }, services) => {
    const record = {
      actor: actorOf(principal),
      operation: 'POST /campaigns/{id}/test',
      resourceId: params.id,
      requestId,
      fields: Object.keys(body),
    };
    const audit = (now: number) => auditPut(workspaceId, record, now);

    return changed(await sendTestEmail(services, workspaceId, params.id, body, audit));
  },
  { vault: kmsVault, signer: kmsTokenSigner, loopback: loopbackRule, linksBaseUrl },
);
