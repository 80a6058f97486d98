/**
 * `GET /` shows it, and the OpenAPI document has its name and version. The library imports only itself, so a test compares the
 * version with package.json.
 */
export const serviceInfo = {
  name: 'Outreach Campaign Service API',
  version: '0.2.0',
  documentation: '/docs',
  openapi: '/openapi.json',
} as const;
