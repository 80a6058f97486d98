import { createHmac, hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Contract, SuccessStatus } from '#lib/http/contract.ts';
import type { Exchange, RawReply } from '#lib/http/exchange.ts';
import {
  AlreadyPerformed,
  checkIdempotencyKey,
  type IdempotencyScope,
  idempotencyItemKey,
  isIdempotencyKey,
  type ReplySeal,
  recallReply,
  rememberReply,
} from '#lib/http/idempotency.ts';
import { type Reply, serialise } from '#lib/http/reply.ts';
import { headerOf } from '#lib/http/request.ts';
import type { Change } from '#lib/runtime/change.ts';
import { commit } from '#lib/runtime/commit.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew } from '#lib/runtime/stale.ts';
import type { Item } from '#lib/storage/table.ts';

/** How often a lost transaction's answer is looked for: the winner's record is there as soon as it has won. */
const recallTriesMax = 5;

interface Performance {
  readonly event: APIGatewayProxyEvent;
  readonly exchange: Exchange;
  readonly services: Services;
}

type Decide = () => Promise<
  Reply<SuccessStatus, unknown> & { readonly change: Omit<Change<unknown>, 'result'> }
>;

/** The record of the request's Idempotency-Key; its place can be told from the request alone, before the caller is known. */
export async function recordOf(
  { table }: Services,
  event: APIGatewayProxyEvent,
  principalId: string,
): Promise<Item | undefined> {
  const key = headerOf(event, 'idempotency-key');
  if (key === undefined || !isIdempotencyKey(key)) return undefined;

  return table.get(idempotencyItemKey(scopeOf(event, principalId, key)), { consistent: true });
}

/** What all repeats of a request have in common, for operations that are resumed rather than repeated. */
export function repeatKeyOf(event: APIGatewayProxyEvent, principalId: string): string | undefined {
  const key = headerOf(event, 'idempotency-key');

  return key === undefined ? undefined : idempotencyItemKey(scopeOf(event, principalId, key)).pk;
}

/** Performs a change unless its Idempotency-Key says that it was performed; then its first answer is given again. */
export async function performOnce(
  definition: Contract,
  performance: Performance,
  decide: Decide,
): Promise<RawReply> {
  const { event, exchange, services } = performance;
  const idempotency = idempotencyOf(definition, performance);
  if (!idempotency) {
    return decideAnew(async () => {
      const decided = await decide();
      const reply = serialise(definition, decided);
      await commit(services, workspaceOf(exchange), decided.change);

      return reply;
    });
  }

  const { scope, seal, requestHash } = idempotency;
  const recalled = recall(exchange.record, performance, idempotency);
  if (recalled) return recalled;

  try {
    return await decideAnew(async () => {
      const decided = await decide();
      const reply = serialise(definition, decided);
      const record = rememberReply(
        scope,
        { status: reply.status, body: reply.body ?? '', location: reply.headers['Location'] },
        requestHash,
        event.requestContext.requestTimeEpoch,
        definition.revealsSecret ? seal : undefined,
      );
      await commit(services, workspaceOf(exchange), decided.change, [record]);

      return reply;
    });
  } catch (error) {
    // Whatever was lost — the race for the key, a unique value, an answer on the way — the record tells what happened.
    const replay = await recallSettled(performance, idempotency, error instanceof AlreadyPerformed);
    if (replay) return replay;
    throw error;
  }
}

interface Idempotency {
  readonly scope: IdempotencyScope;
  readonly seal: ReplySeal;
  readonly requestHash: string;
}

function idempotencyOf({ takesSecret }: Contract, { event, exchange }: Performance): Idempotency | undefined {
  const key = headerOf(event, 'idempotency-key');
  const { principal, credential } = exchange;
  if (key === undefined || !principal || !credential) return undefined;
  const request = `${event.isBase64Encoded} ${event.body ?? ''}`;

  return {
    scope: scopeOf(event, principal.id, checkIdempotencyKey(key)),
    seal: { secret: credential.secret, key },
    requestHash: takesSecret
      ? createHmac('sha256', credential.secret).update(request).digest('base64url')
      : hash('sha256', request, 'base64url'),
  };
}

async function recallSettled(
  performance: Performance,
  idempotency: Idempotency,
  certain: boolean,
): Promise<RawReply | undefined> {
  const key = idempotencyItemKey(idempotency.scope);
  for (let tries = 0; tries < (certain ? recallTriesMax : 1); tries++) {
    if (tries > 0) await pause(Math.random() * 25 * 2 ** tries);
    const replay = recall(
      await performance.services.table.get(key, { consistent: true }),
      performance,
      idempotency,
    );
    if (replay) return replay;
  }

  return undefined;
}

function recall(
  item: Item | undefined,
  { event }: Performance,
  { seal, requestHash }: Idempotency,
): RawReply | undefined {
  const stored = recallReply(item, requestHash, event.requestContext.requestTimeEpoch, seal);
  if (!stored) return undefined;
  // A repeat with another body gets the first answer too, as the specification says; it is a client's mistake all the same.
  if (!stored.sameRequest)
    log('warn', 'an Idempotency-Key came back with another body', { code: 'idempotency_mismatch' });

  return {
    status: stored.status,
    body: stored.body === '' ? undefined : stored.body,
    headers: {
      ...(stored.location !== undefined && { Location: stored.location }),
      'Idempotency-Replayed': 'true',
      ...(!stored.sameRequest && { 'Idempotency-Mismatch': 'body' }),
    },
  };
}

function scopeOf(
  { httpMethod, path }: APIGatewayProxyEvent,
  principalId: string,
  key: string,
): IdempotencyScope {
  return { principalId, method: httpMethod, path, key };
}

function workspaceOf({ principal }: Exchange): string {
  if (!principal) throw new Error('a change needs somebody who makes it');

  return principal.workspaceId;
}
