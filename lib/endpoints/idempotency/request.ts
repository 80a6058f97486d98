import { createHmac, hash } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import {
  checkIdempotencyKey,
  type IdempotencyScope,
  idempotencyItemKey,
  isIdempotencyKey,
  type ReplySeal,
  type RequestHashes,
} from '#lib/endpoints/idempotency/record.ts';
import type { Contract } from '#lib/http/contract.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { headerOf } from '#lib/http/request.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item } from '#lib/storage/table.ts';

/**
 * The record of the request's Idempotency-Key. Its table key depends only on the request, including the id in its credential,
 * so it can be read before authentication. Undefined without a valid Idempotency-Key.
 */
export async function readIdempotencyRecord(
  definition: Contract,
  { table }: Services,
  event: APIGatewayProxyEvent,
  principalId: string,
): Promise<Item | undefined> {
  const key = headerOf(event, 'idempotency-key');
  if (key === undefined || !isIdempotencyKey(key)) return undefined;

  return table.get(idempotencyItemKey(scopeOf(definition, event, principalId, key)));
}

/** Identifies all repeats of a request, for operations that a repeat continues after an interruption. */
export function repeatKeyOf(
  definition: Contract,
  event: APIGatewayProxyEvent,
  principalId: string,
): string | undefined {
  const key = headerOf(event, 'idempotency-key');

  return key === undefined ? undefined : idempotencyItemKey(scopeOf(definition, event, principalId, key)).pk;
}

/** Identifies a request with an Idempotency-Key. */
export interface Idempotency {
  readonly scope: IdempotencyScope;
  /** Its `secret` and `key` encrypt a reply that contains a secret. Other replies are encrypted only with its `key`. */
  readonly seal: ReplySeal;
  readonly hashes: RequestHashes;
}

/** Undefined without an Idempotency-Key or without a credential. @throws Problem 422 */
export function idempotencyOf(
  definition: Contract,
  { event, exchange }: { readonly event: APIGatewayProxyEvent; readonly exchange: Exchange },
): Idempotency | undefined {
  const key = headerOf(event, 'idempotency-key');
  const { principal, credential } = exchange;
  if (key === undefined || !principal || !credential) return undefined;
  const request = `${event.isBase64Encoded} ${event.body ?? ''}`;

  return {
    scope: scopeOf(definition, event, principal.id, checkIdempotencyKey(key)),
    seal: { secret: credential.secret, key },
    hashes: {
      // From a plain hash, a short secret in the body could be found by guessing.
      body: definition.acceptsSecret
        ? createHmac('sha256', credential.secret).update(request).digest('base64url')
        : hash('sha256', request, 'base64url'),
      query: hash('sha256', queryText(event), 'base64url'),
    },
  };
}

/** The query as text, independent of the order of parameters. */
function queryText({ multiValueQueryStringParameters }: APIGatewayProxyEvent): string {
  return JSON.stringify(Object.entries(multiValueQueryStringParameters ?? {}).toSorted());
}

/** All spellings of a path, such as one with a slash at its end, have one scope, because one function serves them. */
function scopeOf(
  { method, path }: Contract,
  { pathParameters }: APIGatewayProxyEvent,
  principalId: string,
  key: string,
): IdempotencyScope {
  const resourcePath = path.replaceAll(/\{(\w+)\}/g, (_, name) => pathParameters?.[name] ?? '');

  return { principalId, method, path: resourcePath, key };
}
