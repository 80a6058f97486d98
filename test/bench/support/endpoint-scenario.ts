import { authenticateApiKey } from '#lib/api-keys/token.ts';
import { endpoints, fallback, routedEndpoints } from '#lib/operations.ts';
import { newId } from '#lib/values/ids.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import type { Bench } from './bench.ts';
import { type Cost, measureCost } from './cost.ts';
import { authenticatedTarget, type Figure, keyedTarget, replayTarget, type Scenario } from './figures.ts';
import { callEndpoint, type EndpointRequest } from './invoke.ts';

export interface EndpointSubject {
  readonly operation: string;
  /** Distinguishes two subjects of one operation. */
  readonly detail?: string;
  readonly target?: Partial<Cost>;
  readonly why?: string;
  /** Default: every success. */
  readonly expectedStatus?: number;
  /** Creates the objects of the request; each request gets new ones. */
  prepare(bench: Bench, workspaceId: string): Promise<EndpointRequest> | EndpointRequest;
}

/** A read is measured once. A write is measured without an Idempotency-Key, with one, and as a repeat. */
export function endpointScenario(subject: EndpointSubject): Scenario {
  const { operation, detail, target, why } = subject;
  const name = detail === undefined ? operation : `${operation}, ${detail}`;
  const figure = (suffix: string, cost: Cost, ceiling: Partial<Cost> | undefined): Figure => ({
    name: `${name}${suffix}`,
    operations: [operation],
    cost,
    target: isAuthenticated(operation) ? authenticatedTarget(ceiling) : ceiling,
    why,
  });

  return async (bench) => {
    const plain = await prepareCall(bench, subject);
    const figures = [figure('', await measureCost(plain), target)];
    if (!isRepeatable(operation)) return figures;

    const keyed = await prepareCall(bench, subject, { 'Idempotency-Key': 'bench' });
    const first = await measureCost(keyed);
    const replay = await measureCost(keyed);

    return [
      ...figures,
      figure(', with Idempotency-Key', first, target && keyedTarget(target)),
      { ...figure(', repeated', replay, replayTarget), why: undefined },
    ];
  };
}

/** In a separate workspace, with a key and its open rate-limit window. */
async function prepareCall(
  bench: Bench,
  subject: EndpointSubject,
  headers: Record<string, string> = {},
): Promise<() => Promise<unknown>> {
  const workspaceId = newId('wsp', bench.now());
  const apiKey = await openKey(bench, workspaceId);
  const request = await subject.prepare(bench, workspaceId);

  return () =>
    callEndpoint(
      subject.operation,
      {
        ...request,
        ...(takesKey(subject.operation) && { apiKey }),
        headers: { ...request.headers, ...headers },
      },
      subject.expectedStatus,
    );
}

export async function newKey(bench: Bench, workspaceId: string): Promise<string> {
  const { key } = await issueApiKey(bench, workspaceId, {
    name: 'bench',
    scope: 'full-access',
    expiresAt: null,
  });

  return key;
}

async function openKey(bench: Bench, workspaceId: string): Promise<string> {
  const key = await newKey(bench, workspaceId);
  await authenticateApiKey(bench.table, key, bench.now());

  return key;
}

/** A login does not support an Idempotency-Key, and after a logout the session cannot repeat it. */
function isRepeatable(operation: string): boolean {
  const isWrite = endpoints.some(({ name, definition }) => name === operation && definition.method !== 'GET');

  return isWrite && takesKey(operation);
}

function takesKey(operation: string): boolean {
  return authOf(operation) === 'credential';
}

function isAuthenticated(operation: string): boolean {
  return takesKey(operation) || authOf(operation) === 'session';
}

function authOf(operation: string) {
  return [...routedEndpoints, fallback].find(({ name }) => name === operation)?.definition.auth;
}
