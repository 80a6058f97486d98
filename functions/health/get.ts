import { healthRoutes } from '#lib/health/routes.ts';
import { publicEndpoint } from '#lib/http/endpoint.ts';
import { ok } from '#lib/http/reply.ts';

export const handler = publicEndpoint(healthRoutes.get, async () => ok({ status: 'ok' }));
