import { setTimeout as pause } from 'node:timers/promises';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import type { Contract, SuccessStatus } from '#lib/http/contract.ts';
import { requireMatch } from '#lib/http/entity-tag.ts';
import type { Exchange, RawReply } from '#lib/http/exchange.ts';
import { AlreadyPerformed, idempotencyItemKey, recallReply, rememberReply } from '#lib/http/idempotency.ts';
import { type Idempotency, idempotencyOf } from '#lib/http/idempotent-request.ts';
import { limitInFlight } from '#lib/http/in-flight.ts';
import { type Reservation, releaseKey, reserveKey } from '#lib/http/key-reservation.ts';
import { type Reply, serialise, versionHeader } from '#lib/http/reply.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew } from '#lib/runtime/stale.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/** Attempts to read the winner's record after a conflict. The winner writes it in its transaction. */
const recallTriesMax = 5;

interface Performance {
  readonly event: APIGatewayProxyEvent;
  readonly exchange: Exchange;
  readonly services: Services;
}

type Decide = () => Promise<
  Reply<SuccessStatus, unknown> & { readonly change: Omit<Change<unknown>, 'result'> }
>;

/** Performs a change, unless its Idempotency-Key was already used. In that case it returns the first response. */
export async function performOnce(
  definition: Contract,
  performance: Performance,
  decide: Decide,
): Promise<RawReply> {
  const { exchange, services } = performance;
  const idempotency = idempotencyOf(definition, performance);
  if (!idempotency) {
    return decideAnew(async () => {
      const decided = await decide();
      requireVersion(definition, performance, decided.change);
      const reply = serialise(definition, decided);
      await commit(services, workspaceOf(exchange), decided.change);

      return reply;
    });
  }

  const recalled = recall(definition, exchange.record, performance, idempotency);
  if (recalled) return recalled;
  if (!definition.callsForeignServer)
    return performUnder(definition, performance, { ...idempotency, decide });

  const key = idempotencyItemKey(idempotency.scope);
  const reservation = await reserve(definition, performance, key);
  if (reservation.kind === 'performed') {
    const replay = recall(definition, reservation.record, performance, idempotency);
    if (replay) return replay;
    throw new Error('the record of an Idempotency-Key expired while it was awaited');
  }
  const { token } = reservation;
  try {
    return await performUnder(definition, performance, { ...idempotency, decide, token });
  } catch (error) {
    await releaseKey(services.table, key, token);
    throw error;
  }
}

interface Performing extends Idempotency {
  readonly decide: Decide;
  readonly token?: string;
}

/** Commits the change together with the record of its response. */
async function performUnder(
  definition: Contract,
  performance: Performance,
  { decide, token, ...idempotency }: Performing,
): Promise<RawReply> {
  const { event, exchange, services } = performance;
  const { scope, seal, hashes } = idempotency;
  const now = event.requestContext.requestTimeEpoch;
  try {
    return await decideAnew(async () => {
      const decided = await decide();
      requireVersion(definition, performance, decided.change);
      const reply = serialise(definition, decided);
      const record = rememberReply(
        scope,
        { status: reply.status, body: reply.body ?? '', location: reply.headers['Location'] },
        hashes,
        { now, token, seal: definition.revealsSecret ? seal : undefined },
      );
      await commit(services, workspaceOf(exchange), decided.change, [record]);

      return reply;
    });
  } catch (error) {
    // After any failure (a conflict on the key, a duplicate value, a lost response), the record shows whether the change was
    // committed.
    const replay = await recallSettled(
      definition,
      performance,
      idempotency,
      error instanceof AlreadyPerformed,
    );
    if (replay) return replay;
    throw error;
  }
}

/** A request that waits for another one also occupies an instance, so it counts as in flight. */
function reserve(
  definition: Contract,
  { event, exchange, services }: Performance,
  key: Key,
): Promise<Reservation> {
  const receivedAt = event.requestContext.requestTimeEpoch;
  const now = () => receivedAt + (Date.now() - exchange.startedAt);
  const request = { workspaceId: workspaceOf(exchange), receivedAt };

  return limitInFlight(definition, services, request, () => reserveKey(services.table, key, now));
}

async function recallSettled(
  definition: Contract,
  performance: Performance,
  idempotency: Idempotency,
  certain: boolean,
): Promise<RawReply | undefined> {
  const key = idempotencyItemKey(idempotency.scope);
  for (let tries = 0; tries < (certain ? recallTriesMax : 1); tries++) {
    if (tries > 0) await pause(Math.random() * 25 * 2 ** tries);
    const replay = recall(
      definition,
      await performance.services.table.get(key, { consistent: true }),
      performance,
      idempotency,
    );
    if (replay) return replay;
  }

  return undefined;
}

function recall(
  definition: Contract,
  item: Item | undefined,
  { event }: Performance,
  { seal, hashes }: Idempotency,
): RawReply | undefined {
  const stored = recallReply(item, hashes, event.requestContext.requestTimeEpoch, seal);
  if (!stored) return undefined;
  const mismatch = stored.differs.join(', ');
  // The specification returns the first response for a different request, too. It is still a client error, so it is logged.
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

/** Compares If-Match of a PATCH with the version that was read. The commit fails if the version changes after that. */
function requireVersion(
  { isVersioned, method }: Contract,
  { event }: Performance,
  { basedOn }: Pick<Change<unknown>, 'basedOn'>,
): void {
  if (isVersioned && method === 'PATCH') requireMatch(event, basedOn);
}

function workspaceOf({ principal }: Exchange): string {
  if (!principal) throw new Error('a change needs an authenticated principal');

  return principal.workspaceId;
}
