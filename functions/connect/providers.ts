import { listProviders } from '#lib/connect/list-providers.ts';
import { connectRoutes } from '#lib/connect/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = readEndpoint(connectRoutes.providers, async (_, { table }) =>
  ok(await listProviders(table)),
);
