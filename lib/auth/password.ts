import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordHash } from '#lib/auth/items.ts';

const saltLength = 16;
const hashLength = 32;

/** 128 MB and a third of a second: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const standard = { cost: 2 ** 17, blockSize: 8, parallelization: 1 };

/** Twice what scrypt itself says that it needs. */
const memoryBytesMax = 256 * 1024 * 1024;

type Effort = Pick<PasswordHash, 'cost' | 'blockSize' | 'parallelization'>;

/** What no password has, so that an unknown address costs the work of a known one. */
export const nobodysPassword: PasswordHash = {
  ...standard,
  salt: new Uint8Array(saltLength),
  hash: new Uint8Array(hashLength),
};

export async function hashPassword(password: string, effort: Effort = standard): Promise<PasswordHash> {
  const salt = randomBytes(saltLength);

  return { ...effort, salt, hash: await derive(password, salt, effort) };
}

/** By the parameters that the password was hashed with, in a time that tells nothing of how much was right. */
export async function isPassword(
  password: string,
  { salt, hash, ...effort }: PasswordHash,
): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt, effort), hash);
}

/** Off the main thread. NFKC: keyboards spell one letter in different ways. */
function derive(password: string, salt: Uint8Array, effort: Effort): Promise<Uint8Array<ArrayBuffer>> {
  const options: ScryptOptions = { ...effort, maxmem: memoryBytesMax };

  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashLength, options, (error, key) =>
      error ? reject(error) : resolve(new Uint8Array(key)),
    );
  });
}
