import * as z from 'zod/mini';

export const ServiceInfo = z.strictObject({
  name: z.string(),
  version: z.string(),
  documentation: z.literal('/docs'),
  openapi: z.literal('/openapi.json'),
});
export type ServiceInfo = z.infer<typeof ServiceInfo>;

/**
 * `GET /` shows it, and the OpenAPI document has its name and version. The library imports only itself, so a test compares the
 * version with package.json.
 */
export const serviceInfo: ServiceInfo = {
  name: 'Outreach Campaign Service API',
  version: '0.1.0',
  documentation: '/docs',
  openapi: '/openapi.json',
};
