import { hash, hkdfSync } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { decrypt, encrypt } from '#lib/crypto/aes-gcm.ts';
import { isReservation } from '#lib/http/key-reservation.ts';
import type { Item, Key, Put } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';

/** Documented retention. Time-to-live deletion may lag by days, so every condition checks the expiry. */
const retentionMs = 24 * 3_600_000;

export interface IdempotencyScope {
  readonly principalId: string;
  readonly method: string;
  /** The concrete path, including ids. */
  readonly path: string;
  readonly key: string;
}

/** Hashes that a repeat is compared with. A repeat with another body or query still gets the first response. */
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

/** The secrets that encrypt a stored reply. Reading it again needs both. */
export interface ReplySeal {
  /** The secret of the API key or session. Each session of a user has its own. */
  readonly secret: string;
  readonly key: string;
}

/** The operation was already performed; `record` has its response. */
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

/** @throws Problem 422 unless the key is 1..255 printable ASCII characters */
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
  /** Token of the key's reservation, if the operation has one. */
  readonly token?: string | undefined;
}

/** The write that stores a reply in the transaction of its change. */
export function storedReplyPut(
  scope: IdempotencyScope,
  reply: StoredReply,
  hashes: RequestHashes,
  { now, seal, token }: ReplyRecord,
): Put {
  const compressed = gzipSync(reply.body);
  const expiresAt = now + retentionMs;

  return {
    put: {
      ...idempotencyItemKey(scope),
      status: reply.status,
      body: seal ? encrypt(sealingKey(seal), compressed) : compressed,
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
 * Returns the first response, if its record exists and has not expired. `differs` lists the parts of the request that differ
 * from the first one.
 * @throws Problem 422 when the response has a secret and was returned to another session: performing the operation again
 * would be wrong, and the secret cannot be decrypted
 */
export function readStoredReply(
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
      // Records of an earlier version have no hash of the query.
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
      'was used in another session: the secret was returned once, to that session',
    );
  }
}

/** HKDF, RFC 5869. Credential and key are not stored, so the derived key cannot be recovered. */
function sealingKey({ secret, key }: ReplySeal): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, key, 'idempotent reply', 32));
}
