import { setTimeout as pause } from 'node:timers/promises';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { auditWrites } from '#lib/audit-log/record.ts';
import { callerCheckedWrites, requireCallerAuthority } from '#lib/auth/authority.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import {
  AlreadyPerformed,
  idempotencyItemKey,
  openHttpReply,
  storedReplyPut,
} from '#lib/endpoints/idempotency/record.ts';
import { type Idempotency, idempotencyOf } from '#lib/endpoints/idempotency/request.ts';
import { type Reservation, releaseKey, reserveKey } from '#lib/endpoints/idempotency/reservation.ts';
import type { Contract, SuccessStatus } from '#lib/http/contract.ts';
import type { Exchange, RawReply } from '#lib/http/exchange.ts';
import { refuseUnsupportedMatch, requireMatch } from '#lib/http/if-match.ts';
import { limitInFlight } from '#lib/http/in-flight.ts';
import { type HttpReply, type SerialisedReply, serialise, versionHeader } from '#lib/http/reply.ts';
import { log } from '#lib/runtime/log.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Key, Put } from '#lib/storage/table.ts';
import type { Principal } from '#lib/values/principal.ts';

/** Maximum reads of the record after a conflict on the key. At first, the key can have a reservation of another request. */
const recordReadsMax = 5;

export interface RequestContext {
  readonly event: APIGatewayProxyEvent;
  readonly exchange: Exchange;
  readonly services: Services;
}

/** A reply that is valid once its change is committed. */
export type ChangeReply<Reply> = Reply & { readonly change: Omit<Change<unknown>, 'result'> };

/** Reads and decides. Runs again after a conflict. */
type Decide = () => Promise<ChangeReply<HttpReply<SuccessStatus, unknown>>>;

/** Performs a change, unless its Idempotency-Key was already used. In that case it returns the first response. */
export async function performOnce(
  definition: Contract,
  context: RequestContext,
  decide: Decide,
): Promise<RawReply> {
  const { event, exchange, services } = context;
  refuseUnsupportedMatch(definition, event);
  const idempotency = idempotencyOf(definition, context);
  if (!idempotency) return decideAndCommit(definition, context, decide);

  const earlierReply = storedReplyOf(definition, exchange.record, context, idempotency);
  if (earlierReply) return earlierReply;
  if (!definition.callsExternalServer) return performWithKey(definition, context, idempotency, decide);

  // Only one of several concurrent requests may call the external server.
  const key = idempotencyItemKey(idempotency.scope);
  const reservation = await reserve(definition, context, key);
  if (reservation.kind === 'performed') {
    const storedReply = storedReplyOf(definition, reservation.record, context, idempotency);
    if (storedReply) return storedReply;
    throw new Error('the record of an Idempotency-Key expired while it was awaited');
  }
  const { token } = reservation;
  try {
    return await performWithKey(definition, context, idempotency, decide, token);
  } catch (error) {
    await releaseKey(services.table, key, token);
    throw error;
  }
}

/**
 * Commits the change together with the record of its response.
 * @param token of the key's reservation, if the operation has one
 */
async function performWithKey(
  definition: Contract,
  context: RequestContext,
  idempotency: Idempotency,
  decide: Decide,
  token?: string,
): Promise<RawReply> {
  const { scope, seal, hashes } = idempotency;
  const now = context.event.requestContext.requestTimeEpoch;
  const recordOf = ({ status, body = '', headers }: SerialisedReply) =>
    storedReplyPut(scope, { status, body, location: headers['Location'] }, hashes, {
      now,
      token,
      // Only a response with a secret is encrypted with the caller's credential too.
      seal: definition.revealsSecret ? seal : { key: seal.key },
    });
  try {
    return await decideAndCommit(definition, context, decide, recordOf);
  } catch (error) {
    // After any failure (a conflict on the key, a duplicate value, a lost response), the record shows whether the change was
    // committed.
    const isRecorded = error instanceof AlreadyPerformed;
    const storedReply = await awaitStoredReply(definition, context, idempotency, isRecorded);
    if (storedReply) return storedReply;
    throw error;
  }
}

/**
 * Decides, and commits the change with its audit entry. After a conflict, it does both again if the caller still has the authority.
 * @param recordOf the write that stores the reply for its Idempotency-Key
 */
function decideAndCommit(
  definition: Contract,
  context: RequestContext,
  decide: Decide,
  recordOf?: (reply: SerialisedReply) => Put,
): Promise<RawReply> {
  const { event, exchange, services } = context;
  const principal = principalOf(exchange);
  let attempts = 0;

  return retryOnConflict(async () => {
    if (attempts++ > 0) await requireCallerAuthority(services, principal);
    const { change, ...decidedReply } = await decide();
    requireMatch(definition, event, change.basedOn);
    const reply = serialise(definition, decidedReply);
    const isUnchecked = definition.needs.includes('authority:check') && !exchange.hasCommittedFirst;
    const writes = isUnchecked
      ? callerCheckedWrites(principal, change.writes, services.now())
      : change.writes;
    await commit(services, principal.workspaceId, { ...change, writes }, [
      ...(recordOf ? [recordOf(reply)] : []),
      ...auditWrites(definition, context, change, decidedReply.body),
    ]);

    return reply;
  });
}

/** A request that waits for another one also occupies an instance, so it counts as in flight. */
function reserve(
  definition: Contract,
  { event, exchange, services }: RequestContext,
  key: Key,
): Promise<Reservation> {
  const receivedAt = event.requestContext.requestTimeEpoch;
  // The gateway's clock, advanced by the time since the function started.
  const now = () => receivedAt + (Date.now() - exchange.startedAt);
  const request = { workspaceId: principalOf(exchange).workspaceId, receivedAt };

  return limitInFlight(definition, services, request, () => reserveKey(services.table, key, now));
}

/**
 * Reads the response that is stored for the key, repeatedly if there must be one.
 * @param isRecorded whether another request had a record, or a later reservation, under the key at the commit
 */
async function awaitStoredReply(
  definition: Contract,
  context: RequestContext,
  idempotency: Idempotency,
  isRecorded: boolean,
): Promise<RawReply | undefined> {
  const key = idempotencyItemKey(idempotency.scope);
  for (let tries = 0; tries < (isRecorded ? recordReadsMax : 1); tries++) {
    // Milliseconds. The pause is random and on average twice as long as the previous one.
    if (tries > 0) await pause(Math.random() * 25 * 2 ** tries);
    const item = await context.services.table.get(key);
    const storedReply = storedReplyOf(definition, item, context, idempotency);
    if (storedReply) return storedReply;
  }

  return undefined;
}

/** The first response to the Idempotency-Key, from its record; undefined without a valid record. */
function storedReplyOf(
  definition: Contract,
  item: Item | undefined,
  { event }: RequestContext,
  { seal, hashes }: Idempotency,
): RawReply | undefined {
  const stored = openHttpReply(item, hashes, event.requestContext.requestTimeEpoch, seal);
  if (!stored) return undefined;
  const mismatch = stored.differingParts.join(', ');
  // By the specification, a different request with the same key also gets the first response. It is still an error of the
  // client, so it is logged.
  if (mismatch !== '')
    log('warn', 'an Idempotency-Key was used for a different request', { code: 'idempotency_mismatch' });

  return {
    status: stored.status,
    body: stored.body === '' ? undefined : stored.body,
    headers: {
      ...(stored.location !== undefined && { Location: stored.location }),
      ...(definition.isVersioned && versionHeader(definition, JSON.parse(stored.body))),
      'Idempotency-Replayed': 'true',
      ...(mismatch !== '' && { 'Idempotency-Mismatch': mismatch }),
    },
  };
}

export function principalOf({ principal }: Exchange): Principal {
  if (!principal) throw new Error('a change needs an authenticated principal');

  return principal;
}
