import { fallbackRoutes } from '#lib/docs/routes.ts';
import { fallbackEndpoint } from '#lib/endpoints/fallback-endpoint.ts';

export const handler = fallbackEndpoint(fallbackRoutes.notFound);
