import { hash, hkdfSync } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { decrypt, encrypt } from '#lib/crypto/aes-gcm.ts';
import { isReservation } from '#lib/http/key-reservation.ts';
import type { Item, Key, Put } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';

/** Told in the documentation; time-to-live deletion may lag by days, so the expiry is part of every condition. */
const retentionMs = 24 * 3_600_000;

export interface IdempotencyScope {
  readonly principalId: string;
  readonly method: string;
  /** The concrete path, ids included. */
  readonly path: string;
  readonly key: string;
}

/** What a repeat is compared by. A repeat with another body or query gets the first response all the same. */
export interface RequestHashes {
  readonly body: string;
  readonly query: string;
}

type RequestPart = keyof RequestHashes;

export interface StoredReply {
  readonly status: number;
  readonly body: string;
  readonly location?: string | undefined;
}

/** Knows how to keep a reply that shows a secret: only who has both the credential and the key can read it again. */
export interface ReplySeal {
  /** Of the key or of the session itself: another session of the same user has another. */
  readonly secret: string;
  readonly key: string;
}

/** A record as found: the operation was performed before, and this was its answer. */
export class AlreadyPerformed extends Error {
  readonly record: Item | undefined;

  constructor(record: Item | undefined) {
    super('performed before under the same Idempotency-Key');
    this.name = 'AlreadyPerformed';
    this.record = record;
  }
}

const Record = z.object({
  status: z.int(),
  body: z.instanceof(Uint8Array),
  location: z.optional(z.string()),
  requestHash: z.string(),
  queryHash: z.optional(z.string()),
  sealed: z.boolean(),
  expiresAt: z.number(),
});

export function isIdempotencyKey(key: string): boolean {
  return /^[\x20-\x7e]{1,255}$/.test(key);
}

/** @throws Problem 422 unless it is 1..255 printable ASCII characters. */
export function checkIdempotencyKey(key: string): string {
  if (!isIdempotencyKey(key)) {
    throw invalidField('Idempotency-Key', 'header', 'must be 1 to 255 printable ASCII characters');
  }

  return key;
}

export function idempotencyItemKey({ principalId, method, path, key }: IdempotencyScope): Key {
  return {
    pk: `IDEM#${hash('sha256', JSON.stringify([principalId, method, path, key]), 'base64url')}`,
    sk: 'IDEM',
  };
}

interface ReplyRecord {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly seal?: ReplySeal | undefined;
  /** Of the reservation of the key, if the operation has one. */
  readonly token?: string | undefined;
}

/** The write that makes a reply part of the transaction which it answers for. */
export function rememberReply(
  scope: IdempotencyScope,
  reply: StoredReply,
  hashes: RequestHashes,
  { now, seal, token }: ReplyRecord,
): Put {
  const packed = gzipSync(reply.body);
  const expiresAt = now + retentionMs;

  return {
    put: {
      ...idempotencyItemKey(scope),
      status: reply.status,
      body: seal ? encrypt(sealingKey(seal), packed) : packed,
      location: reply.location,
      requestHash: hashes.body,
      queryHash: hashes.query,
      sealed: seal !== undefined,
      expiresAt,
      expiresAtEpochSeconds: Math.ceil(expiresAt / 1000),
    },
    if: [
      { pk: 'absent' },
      { expiresAt: { atMost: now } },
      ...(token === undefined ? [] : [{ reservedBy: { is: token } }]),
    ],
    otherwise: (found) => new AlreadyPerformed(found),
  };
}

/**
 * The first response, if its record exists and has not expired. `differs` names the parts of the request that are not those of
 * the first one.
 * @throws Problem 422 when the answer shows a secret and was given to another session: to perform again would be wrong,
 * and to show it is impossible.
 */
export function recallReply(
  item: Item | undefined,
  hashes: RequestHashes,
  now: number,
  seal: ReplySeal,
): (StoredReply & { readonly differs: readonly RequestPart[] }) | undefined {
  if (item === undefined || isReservation(item)) return undefined;
  const record = Record.parse(item);
  if (record.expiresAt <= now) return undefined;

  return {
    status: record.status,
    body: gunzipSync(record.sealed ? unseal(record.body, seal) : record.body).toString(),
    location: record.location,
    differs: [
      ...(record.requestHash === hashes.body ? [] : (['body'] as const)),
      // A record of an earlier version has no hash of the query.
      ...((record.queryHash ?? hashes.query) === hashes.query ? [] : (['query'] as const)),
    ],
  };
}

function unseal(body: Uint8Array, seal: ReplySeal): Uint8Array {
  try {
    return decrypt(sealingKey(seal), body);
  } catch {
    throw invalidField(
      'Idempotency-Key',
      'session',
      'was used by another session of yours: the secret in the answer was shown there and is not shown again',
    );
  }
}

/** HKDF, RFC 5869: neither the credential nor the key is stored anywhere, so neither is this. */
function sealingKey({ secret, key }: ReplySeal): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, key, 'idempotent reply', 32));
}
