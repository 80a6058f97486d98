import { type EndpointHandler, endpoint } from '#lib/endpoints/handler.ts';
import type { Contract } from '#lib/http/contract.ts';
import { problemReply } from '#lib/http/exchange.ts';
import { noEndpointMessage, Problem, problem } from '#lib/values/problem.ts';

/**
 * Creates the endpoint for requests without a route. It counts them like all other requests: in the window of the caller, or of
 * the source address if they have no valid credential. The response is 404 in both cases, because the API document is public.
 */
export function fallbackEndpoint(definition: Contract): EndpointHandler {
  const unknownRoute = () => problem('NOT_FOUND', noEndpointMessage);

  return endpoint(
    definition,
    () => Promise.reject(unknownRoute()),
    (event, exchange, thrown) => {
      const isUnauthenticated = thrown instanceof Problem && thrown.code === 'UNAUTHORIZED';

      return problemReply(event, exchange, isUnauthenticated ? unknownRoute() : thrown);
    },
  );
}
