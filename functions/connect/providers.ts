import { connectRoutes } from '#lib/connect/routes.ts';
import { readEndpoint } from '#lib/endpoints/endpoint.ts';
import { ok } from '#lib/http/reply.ts';
import { registeredProviders } from '#lib/oauth/client.ts';

export const handler = readEndpoint(connectRoutes.providers, async (_, { table }) =>
  ok({ providers: await registeredProviders(table) }),
);
