import * as z from 'zod/mini';

export const ServiceInfo = z.strictObject({
  name: z.string(),
  version: z.string(),
  documentation: z.literal('/docs'),
  openapi: z.literal('/openapi.json'),
});
export type ServiceInfo = z.infer<typeof ServiceInfo>;

/**
 * `GET /` shows it, and the OpenAPI document has its name and version. It is not read from
 * package.json, because the bundles of the functions do not contain that file.
 */
export const serviceInfo: ServiceInfo = {
  name: 'Outreach Campaign Service API',
  version: '0.1.0',
  documentation: '/docs',
  openapi: '/openapi.json',
};
