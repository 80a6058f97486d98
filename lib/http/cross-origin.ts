import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerOf } from '#lib/http/request.ts';
import { problem } from '#lib/values/problem.ts';

/**
 * Rejects cross-site writes with a browser's cookie, as Go's `http.CrossOriginProtection` does. Browsers send the origin of a
 * request themselves, so no CSRF token is needed. A request without `Sec-Fetch-Site` and `Origin` does not come from a current
 * browser. The comparison uses the Host header, so the custom domain and the gateway's own domain both work.
 * https://pkg.go.dev/net/http#CrossOriginProtection
 * @throws Problem 403
 */
export function rejectCrossOrigin(event: Pick<APIGatewayProxyEvent, 'headers'>): void {
  if (!isSameOrigin(event))
    throw problem('FORBIDDEN', 'cross-site request: log in and use the session on the same site');
}

/** Whether the request comes from a page of the same origin, or not from a page. */
export function isSameOrigin(event: Pick<APIGatewayProxyEvent, 'headers'>): boolean {
  const site = headerOf(event, 'sec-fetch-site') ?? '';
  if (site !== '') return site === 'same-origin' || site === 'none';

  const origin = headerOf(event, 'origin') ?? '';
  if (origin === '') return true;

  // `Origin: null` has no host.
  const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#@\s]+)$/i.exec(origin)?.[1];

  return host !== undefined && host.toLowerCase() === headerOf(event, 'host')?.toLowerCase();
}
