import { hash } from 'node:crypto';
import { credentialKey, StoredCredential } from '#lib/api-keys/items.ts';
import { checksum, checksumLength, newSecretText } from '#lib/crypto/secret-text.ts';
import type { Authentication } from '#lib/http/authentication.ts';
import { callerWindowKey } from '#lib/http/caller-window.ts';
import { acquireWindowSlot } from '#lib/http/rate-window.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import type { ApiKeyPrincipal } from '#lib/values/principal.ts';

export { credentialKey as apiKeyCredentialKey };

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

/** How long the last use of a key is kept. */
const useKeptSeconds = 400 * 86_400;

/**
 * Verifies a token, counts the request and records the use. In an open rate window, this is one read and one write at the same
 * time. Nothing is cached, so a revoked key stops immediately.
 */
export async function authenticateApiKey(
  table: Table,
  token: string,
  now: number,
): Promise<Authentication<ApiKeyPrincipal>> {
  const keyId = keyIdOf(token);
  if (keyId === undefined) return { kind: 'refused' };
  const secretHash = tokenHash(token);
  const reading = table.get(credentialKey(keyId));
  const [result, credential] = await Promise.all([
    acquireWindowSlot(table, {
      key: callerWindowKey(keyId),
      limit: apiKeyLimit,
      now,
      set: { secretHash, lastUsedAt: now, expiresAtEpochSeconds: Math.ceil(now / 1000) + useKeptSeconds },
      guard: {
        condition: { secretHash: { is: secretHash } },
        isVerified: async () => isValid(await reading, secretHash, now),
      },
    }),
    reading,
  ]);
  if (result.kind !== 'counted') return result;
  const { workspaceId, name, scope, expiresAt } = StoredCredential.parse(credential);

  return {
    kind: 'counted',
    principal: { kind: 'api_key', id: keyId, workspaceId, name, scope, expiresAt },
    window: result.window,
  };
}

function isValid(credential: Item | undefined, secretHash: string, now: number): boolean {
  return credential?.['secretHash'] === secretHash && Number(credential['validUntil']) > now;
}
