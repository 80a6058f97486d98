import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import { requestGuarded } from '#lib/network/guarded-request.ts';
import type { Loopback } from '#lib/network/public-host.ts';

/**
 * Requests a URL once and returns its redirect target without following it; undefined without a redirect or a response. The proof
 * of a tracking domain uses it.
 * @param deadlineMs for the whole request
 */
export async function findRedirect(
  text: string,
  loopback: Loopback,
  deadlineMs = 5000,
): Promise<string | undefined> {
  try {
    return await requestGuarded(text, { method: 'GET', loopback, deadlineMs }, async ({ response }) => {
      const { statusCode = 0, headers } = response;
      response.destroy();

      return statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
    });
  } catch (error) {
    if (error instanceof ConnectionFailure) return undefined;
    throw error;
  }
}
