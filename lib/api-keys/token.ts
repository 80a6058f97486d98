import { hash } from 'node:crypto';
import { checksum, checksumLength, newSecretText } from '#lib/crypto/secret-text.ts';

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
