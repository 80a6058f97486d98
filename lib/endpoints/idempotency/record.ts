import { hash, hkdfSync } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { decrypt, encrypt } from '#lib/crypto/aes-gcm.ts';
import { isReservation } from '#lib/endpoints/idempotency/reservation.ts';
import type { Item, Key, Put } from '#lib/storage/table.ts';
import { invalidField } from '#lib/values/problem.ts';

/** Documented retention. Time-to-live deletion may lag by days, so every condition checks the expiry. */
const retentionMs = 24 * 3_600_000;

export interface IdempotencyScope {
  readonly principalId: string;
  readonly method: string;
  /** The path of the contract with the ids of the request. */
  readonly path: string;
  /** Value of the header `Idempotency-Key`. */
  readonly key: string;
}

/** Hashes that a repeat is compared with. A repeat with another body or query still gets the first response. */
export interface RequestHashes {
  readonly body: string;
  readonly query: string;
}

type RequestPart = keyof RequestHashes;

export interface StoredHttpReply {
  readonly status: number;
  readonly body: string;
  readonly location?: string | undefined;
}

/** The secrets that encrypt a stored reply. The same secrets are needed to decrypt it. */
export interface ReplySeal {
  /**
   * The secret of the request's API key or session. Absent when a reply that reveals no secret is stored: such a reply can be
   * repeated in another session of the same user.
   */
  readonly secret?: string;
  /** Value of the header `Idempotency-Key`. */
  readonly key: string;
}

/** Another request has already performed the operation under the Idempotency-Key. */
export class AlreadyPerformed extends Error {
  override readonly name = 'AlreadyPerformed';
}

/** The stored record of a response. */
const ReplyRecord = z.object({
  status: z.int(),
  body: z.instanceof(Uint8Array),
  location: z.optional(z.string()),
  requestHash: z.string(),
  queryHash: z.string(),
  /**
   * How the body is encrypted. `true`: with the secret of the credential and the Idempotency-Key. `key`: only with the
   * Idempotency-Key.
   */
  sealed: z.union([z.literal(true), z.literal('key')]),
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

/** How a reply is stored. */
interface StorageOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Encrypts the reply, so that a copy of the table has no personal data of a contact that was erased since. */
  readonly seal: ReplySeal;
  /** Token of the key's reservation, if the operation has one. */
  readonly token?: string | undefined;
}

/** The write that stores a reply in the transaction of its change. */
export function storedReplyPut(
  scope: IdempotencyScope,
  reply: StoredHttpReply,
  hashes: RequestHashes,
  { now, seal, token }: StorageOptions,
): Put {
  const expiresAt = now + retentionMs;

  return {
    put: {
      ...idempotencyItemKey(scope),
      status: reply.status,
      body: encrypt(sealingKey(seal), gzipSync(reply.body)),
      location: reply.location,
      requestHash: hashes.body,
      queryHash: hashes.query,
      sealed: seal.secret === undefined ? 'key' : true,
      expiresAt,
      expiresAtEpochSeconds: Math.ceil(expiresAt / 1000),
    },
    // No record exists, it has expired, or it is the reservation of this request.
    if: [
      { pk: 'absent' },
      { expiresAt: { atMost: now } },
      ...(token === undefined ? [] : [{ reservedBy: { is: token } }]),
    ],
    otherwise: () => new AlreadyPerformed('performed before under the same Idempotency-Key'),
  };
}

/**
 * Returns the first response, if its record exists and has not expired. `differingParts` lists the parts of the request that
 * differ from the first one.
 * @param seal with the secret of the request's credential
 * @throws Problem 422 if the response has a secret and was returned to another session. The operation must not run
 * again, and another session cannot decrypt the response.
 */
export function openHttpReply(
  item: Item | undefined,
  hashes: RequestHashes,
  now: number,
  seal: ReplySeal,
): (StoredHttpReply & { readonly differingParts: readonly RequestPart[] }) | undefined {
  if (item === undefined || isReservation(item)) return undefined;
  const record = ReplyRecord.parse(item);
  if (record.expiresAt <= now) return undefined;

  return {
    status: record.status,
    body: gunzipSync(openBody(record, seal)).toString(),
    location: record.location,
    differingParts: [
      ...(record.requestHash === hashes.body ? [] : (['body'] as const)),
      ...(record.queryHash === hashes.query ? [] : (['query'] as const)),
    ],
  };
}

/** Decrypts a stored body. @throws Problem 422 if it was encrypted with the secret of another session */
function openBody({ body, sealed }: z.infer<typeof ReplyRecord>, seal: ReplySeal): Uint8Array {
  if (sealed === 'key') return decrypt(sealingKey({ key: seal.key }), body);
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

/** HKDF, RFC 5869. Neither secret nor Idempotency-Key is stored, so the table does not suffice to derive the key. */
function sealingKey({ secret = '', key }: ReplySeal): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, key, 'idempotent reply', 32));
}
