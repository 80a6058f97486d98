import type { APIGatewayProxyEvent } from 'aws-lambda';
import { renewedCookie } from '#lib/auth/session-cookie.ts';
import { admit, admitPublicRequest, credentialOf } from '#lib/endpoints/principal.ts';
import { type Contract, requiredRole } from '#lib/http/contract.ts';
import { rejectCrossOrigin } from '#lib/http/cross-origin.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { readIdempotencyRecord } from '#lib/http/idempotent-request.ts';
import { rejectLongHead } from '#lib/http/request.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Principal } from '#lib/values/principal.ts';
import { problem } from '#lib/values/problem.ts';
import { includesRole } from '#lib/values/role.ts';

interface IncomingRequest {
  readonly event: APIGatewayProxyEvent;
  /** Receives the caller and the state of their rate window. */
  readonly exchange: Exchange;
}

/**
 * Authenticates, authorises and rate-limits the caller. Concurrently, it reads the record of their Idempotency-Key.
 * @throws Problem
 */
export async function admitRequest(
  definition: Contract,
  services: Services,
  request: IncomingRequest,
): Promise<void> {
  const { event, exchange } = request;
  rejectLongHead(definition, event);
  if (definition.auth === 'none') return admitPublic(definition, services, request);
  // The gateway limits the rate of requests to links in emails, for all callers together.
  if (definition.auth === 'link') return;

  const credential = credentialOf(event);
  const isWrite = definition.method !== 'GET';
  const [admission, record] = await Promise.all([
    admit(services, credential, requestSourceOf(event)),
    isWrite && credential ? readIdempotencyRecord(services, event, credential.principalId) : undefined,
  ]);
  // The response to a rejected request also has the rate-limit headers.
  exchange.window = admission.window;
  if (admission.kind === 'rejected') throw admission.problem;
  const { principal } = admission;
  exchange.principal = principal;
  exchange.credential = credential;
  exchange.record = record;

  if (credential?.kind === 'session') {
    exchange.renewedCookie = renewedCookie(credential.session, event.requestContext.requestTimeEpoch);
    if (isWrite) rejectCrossOrigin(event);
  }
  if (definition.auth === 'session' && principal.kind !== 'session') {
    throw problem('UNAUTHORIZED', 'log in: this endpoint does not accept API keys');
  }
  requirePermission(definition, principal);
}

/** The method determines the scope that an API key needs; the contract determines the role that a user needs. */
function requirePermission(definition: Contract, principal: Principal): void {
  if (principal.kind === 'api_key') {
    if (definition.method !== 'GET' && principal.scope === 'read-only') {
      throw problem('FORBIDDEN', 'a read-only key may call GET endpoints only');
    }
    return;
  }
  const role = requiredRole(definition);
  if (!includesRole(principal.role, role)) {
    throw problem('FORBIDDEN', `your role is ${principal.role}: this operation needs the role ${role}`);
  }
}

/** Rate-limits a request without authentication by its source address. */
async function admitPublic(
  definition: Contract,
  services: Services,
  { event, exchange }: IncomingRequest,
): Promise<void> {
  const admission = await admitPublicRequest(services, definition, requestSourceOf(event));
  exchange.window = admission.window;
  if (admission.problem) throw admission.problem;
  if (definition.startsSession) rejectCrossOrigin(event);
}

function requestSourceOf({ requestContext }: APIGatewayProxyEvent) {
  return { sourceIp: requestContext.identity.sourceIp, now: requestContext.requestTimeEpoch };
}
