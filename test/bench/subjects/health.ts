import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { callEndpoint } from '../support/invoke.ts';

export const healthSubjects: readonly EndpointSubject[] = [
  {
    operation: 'health.get',
    target: { roundTrips: 1, writeUnits: 1, readUnits: 0 },
    async prepare() {
      // Creates the rate limit window of the address.
      await callEndpoint('health.get', {});

      return {};
    },
  },
];
