import { requestGuarded } from '#lib/network/guarded-request.ts';
import type { Loopback } from '#lib/network/public-host.ts';

/**
 * Requests a URL once and returns its redirect target without following it; undefined without a redirect. The proof of a tracking
 * domain uses it.
 * @param deadlineMs for the whole request
 * @throws ConnectionFailure without a response
 */
export function findRedirect(
  text: string,
  loopback: Loopback,
  deadlineMs = 5000,
): Promise<string | undefined> {
  return requestGuarded(text, { method: 'GET', loopback, deadlineMs }, async ({ response }) => {
    const { statusCode = 0, headers } = response;
    response.destroy();

    return statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
  });
}
