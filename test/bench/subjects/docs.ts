import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets } from '../support/figures.ts';

export const docsSubjects: readonly EndpointSubject[] = [
  { operation: 'docs.not-found', target: readTargets.one, expectedStatus: 404, prepare: () => ({}) },
];
