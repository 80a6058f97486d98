/**
 * Set on every response, unless it declares its own value.
 * - OWASP REST Security Cheat Sheet, "Security Headers":
 * https://cheatsheetseries.owasp.org/cheatsheets/REST_Security_Cheat_Sheet.html
 * - `includeSubDomains` is omitted: a tracking domain and its subdomains belong to a customer.
 */
export const securityHeaders = {
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
} as const;
