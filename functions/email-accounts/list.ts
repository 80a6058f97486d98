import { listAccounts } from '#lib/email-accounts/read.ts';
import { emailAccountRoutes } from '#lib/email-accounts/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(emailAccountRoutes.list, async ({ workspaceId, query }, services) =>
  ok(await listAccounts(services, workspaceId, query)),
);
