import { getAccount } from '#lib/email-accounts/read.ts';
import { emailAccountRoutes } from '#lib/email-accounts/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(emailAccountRoutes.get, async ({ workspaceId, params }, services) =>
  ok(await getAccount(services, workspaceId, params.id)),
);
