import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerOf } from '#lib/http/request.ts';
import { problem } from '#lib/values/problem.ts';

/**
 * Keeps other sites from writing by a browser's cookie, as Go's `http.CrossOriginProtection` does: browsers say by
 * themselves where a request comes from, so no token has to be handed out. What says nothing is no browser of this
 * decade. The custom domain and the gateway's own are both right, because the Host is compared that the browser called.
 * https://pkg.go.dev/net/http#CrossOriginProtection
 * @throws Problem 403
 */
export function refuseCrossOrigin(event: Pick<APIGatewayProxyEvent, 'headers'>): void {
  if (!isSameOrigin(event))
    throw problem(
      'FORBIDDEN',
      'the request comes from another site: a session is opened and used on its own site only',
    );
}

/** Whether a request comes from a page of the site that it is sent to, or from no page at all. */
export function isSameOrigin(event: Pick<APIGatewayProxyEvent, 'headers'>): boolean {
  const site = headerOf(event, 'sec-fetch-site') ?? '';
  if (site !== '') return site === 'same-origin' || site === 'none';

  const origin = headerOf(event, 'origin') ?? '';
  if (origin === '') return true;

  // `Origin: null` has no host.
  const host = /^[a-z][a-z0-9+.-]*:\/\/([^/?#@\s]+)$/i.exec(origin)?.[1];

  return host !== undefined && host.toLowerCase() === headerOf(event, 'host')?.toLowerCase();
}
