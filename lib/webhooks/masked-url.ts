/**
 * A valid URL with the scheme, the host and the port of an endpoint. The rest of its URL is often a
 * secret that permits requests to the endpoint.
 */
export function maskedUrl(url: string): string {
  return `${new URL(url).origin}/***`;
}
