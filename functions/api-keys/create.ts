import { planApiKey } from '#lib/api-keys/api-keys.ts';
import { apiKeyRoutes } from '#lib/api-keys/routes.ts';
import { created, writeEndpoint } from '#lib/endpoints/endpoint.ts';

export const handler = writeEndpoint(apiKeyRoutes.create, ({ principal, body }, services) =>
  created(planApiKey(services, principal, body)),
);
