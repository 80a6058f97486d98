import { hash } from 'node:crypto';
import { credentialKey, StoredCredential } from '#lib/api-keys/items.ts';
import { checksum, checksumLength, newSecretText } from '#lib/crypto/secret-text.ts';
import type { Authentication } from '#lib/http/authentication.ts';
import { acquireWindowSlot } from '#lib/http/rate-window.ts';
import type { Table } from '#lib/storage/table.ts';
import type { ApiKeyPrincipal } from '#lib/values/principal.ts';

/**
 * `osk_` + the ULID of the key's id + 32 random bytes + CRC32, the last two in base62. The id is the table key of the credential.
 * The checksum rejects malformed keys without a table read and helps secret scanners to detect leaked keys.
 */
const tokenPrefix = 'osk_';
const tokenGrammar = /^osk_([0-9A-HJKMNP-TV-Z]{26})[0-9A-Za-z]{49}$/;

export function newToken(keyId: string): string {
  const withoutChecksum = `${tokenPrefix}${keyId.slice('key_'.length)}${newSecretText()}`;

  return withoutChecksum + checksum(withoutChecksum);
}

/** The id in a token; undefined for a malformed token. */
export function keyIdOf(token: string): string | undefined {
  const ulid = tokenGrammar.exec(token)?.[1];
  const withoutChecksum = token.slice(0, -checksumLength);

  return ulid !== undefined && token.endsWith(checksum(withoutChecksum)) ? `key_${ulid}` : undefined;
}

/** The stored form of a token. 256 random bits need no slow hash. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}

/** The parts of a token that lists show, so that people recognise it. */
export function tokenHints(token: string): { prefix: string; lastFour: string } {
  return { prefix: token.slice(0, tokenPrefix.length), lastFour: token.slice(-4) };
}

/** Requests per minute and key: specification, section 8. */
const apiKeyLimit = 100;

/**
 * Verifies a token, counts the request and records the use. In an open rate window, this is one write. Nothing is cached, so a
 * revoked key stops immediately.
 */
export async function authenticateApiKey(
  table: Table,
  token: string,
  now: number,
): Promise<Authentication<ApiKeyPrincipal>> {
  const keyId = keyIdOf(token);
  if (keyId === undefined) return { kind: 'refused' };
  const secretHash = tokenHash(token);

  const result = await acquireWindowSlot(table, {
    key: credentialKey(keyId),
    limit: apiKeyLimit,
    now,
    set: { lastUsedAt: now },
    guard: {
      condition: { secretHash: { is: secretHash }, validUntil: { above: now } },
      holds: (item) => item['secretHash'] === secretHash && Number(item['validUntil']) > now,
    },
  });
  if (result.kind !== 'counted') return result;
  const { workspaceId, name, scope, expiresAt } = StoredCredential.parse(result.item);

  return {
    kind: 'counted',
    principal: { kind: 'api_key', id: keyId, workspaceId, name, scope, expiresAt },
    window: result.window,
  };
}
