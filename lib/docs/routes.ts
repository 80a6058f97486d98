import { contract } from '#lib/http/contract.ts';

/** Receives every request for which the gateway has no other route, with any method. */
export const fallbackRoutes = {
  notFound: contract({
    method: 'GET',
    path: '/{proxy+}',
    summary: 'Respond to unknown paths and methods',
    auth: 'credential',
    needs: ['callers:authenticate'],
    // Programs that search for known paths of other products come from many addresses.
    requestsPerSecond: 100,
    responses: {},
  }),
};
