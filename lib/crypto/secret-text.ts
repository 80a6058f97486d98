import { randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;

/** Length of `checksum`, in characters. */
export const checksumLength = 6;

/** 256 random bits as 43 characters of base62. */
export function newSecretText(): string {
  return base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
}

/** CRC32 in base62. It detects a mistyped secret without a read of the table. */
export function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

/** Compares a received code in constant time. */
export function isSameCode(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received, 'utf8'), Buffer.from(expected, 'utf8')];

  return one.length === other.length && timingSafeEqual(one, other);
}

/** The lowest `length` digits of a number, with leading zeros. */
function base62(value: bigint, length: number): string {
  let rest = value;
  let digits = '';
  for (let position = 0; position < length; position++) {
    digits = alphabet.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }

  return digits;
}
