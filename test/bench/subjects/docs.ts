import { scriptName } from '#lib/docs/reference-script.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets } from '../support/figures.ts';

export const docsSubjects: readonly EndpointSubject[] = [
  { operation: 'docs.root', target: readTargets.one, prepare: () => ({}) },
  { operation: 'docs.openapi', target: readTargets.one, prepare: () => ({}) },
  { operation: 'docs.page', target: readTargets.one, prepare: () => ({}) },
  { operation: 'docs.asset', target: readTargets.one, prepare: () => ({ params: { asset: scriptName } }) },
  { operation: 'docs.not-found', target: readTargets.one, expectedStatus: 404, prepare: () => ({}) },
];
