import { hash } from 'node:crypto';
import { checksum, checksumLength, newSecretText } from '#lib/crypto/secret-text.ts';

/**
 * A token has a prefix, the ULIDs of the item's key (their number is `ulids`), 32 random bytes and a CRC32 checksum. The last
 * two are in base62. The checksum rejects malformed tokens without a read of the table.
 */
const tokenFormats = {
  /** User. */
  reset: { prefix: 'opr_', ulids: 1 },
  /** Workspace and invitation. */
  invitation: { prefix: 'oin_', ulids: 2 },
} as const;

type TokenKind = keyof typeof tokenFormats;

const ulidLength = 26;
const secretLength = 43;

/** @param ids of the item that the token belongs to */
export function newOneTimeToken(kind: TokenKind, ids: readonly string[]): string {
  const ulids = ids.map((id) => id.slice(id.indexOf('_') + 1)).join('');
  const withoutChecksum = `${tokenFormats[kind].prefix}${ulids}${newSecretText()}`;

  return withoutChecksum + checksum(withoutChecksum);
}

/** The ULIDs in a token; undefined for a malformed token. */
export function readOneTimeToken(kind: TokenKind, token: string): readonly string[] | undefined {
  const { prefix, ulids } = tokenFormats[kind];
  const idsLength = ulids * ulidLength;
  const withoutChecksum = token.slice(0, -checksumLength);
  const isWellFormed =
    token.startsWith(prefix) &&
    withoutChecksum.length === prefix.length + idsLength + secretLength &&
    /^[0-9A-HJKMNP-TV-Z]+$/.test(token.slice(prefix.length, prefix.length + idsLength)) &&
    token.endsWith(checksum(withoutChecksum));
  if (!isWellFormed) return undefined;

  return Array.from({ length: ulids }, (_, index) =>
    token.slice(prefix.length + index * ulidLength, prefix.length + (index + 1) * ulidLength),
  );
}

const tokenPattern = new RegExp(
  Object.values(tokenFormats)
    .map(({ prefix, ulids }) => {
      const length = ulids * ulidLength + secretLength + checksumLength;

      // The first digit of a ULID distinguishes it from words such as `join_`.
      return `${prefix}\\d(?:[\\s>]*[0-9A-Za-z]){20,${length - 1}}`;
    })
    .join('|'),
  'g',
);

/** Replaces the tokens in a text, also if a mail program has broken their lines or cut the text. Takes linear time. */
export function redactOneTimeTokens(text: string): string {
  return text.replaceAll(tokenPattern, '[token]');
}

/** The stored form of a token. 256 random bits need no slow hash. */
export function oneTimeTokenHash(token: string): string {
  return hash('sha256', token, 'base64url');
}
