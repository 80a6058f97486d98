import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordHash } from '#lib/auth/stored-user.ts';

const saltLength = 16;
const hashLength = 32;

/**
 * Scrypt parameters that need 128 MB and a third of a second:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const standardEffort = { cost: 2 ** 17, blockSize: 8, parallelization: 1 };

/** Twice the memory that scrypt requires. */
const memoryBytesMax = 256 * 1024 * 1024;

type Effort = Pick<PasswordHash, 'cost' | 'blockSize' | 'parallelization'>;

/** A hash that no password matches. With it, an unknown address costs the same time as a known one. */
export const unmatchablePassword: PasswordHash = {
  ...standardEffort,
  salt: new Uint8Array(saltLength),
  hash: new Uint8Array(hashLength),
};

export async function hashPassword(password: string, effort: Effort = standardEffort): Promise<PasswordHash> {
  const salt = randomBytes(saltLength);

  return { ...effort, salt, hash: await derive(password, salt, effort) };
}

/** Uses the parameters of the stored hash. The comparison takes constant time. */
export async function isPassword(
  password: string,
  { salt, hash, ...effort }: PasswordHash,
): Promise<boolean> {
  return timingSafeEqual(await derive(password, salt, effort), hash);
}

/** The scrypt hash of a password, computed off the main thread. NFKC, because keyboards encode some characters differently. */
function derive(password: string, salt: Uint8Array, effort: Effort): Promise<Uint8Array<ArrayBuffer>> {
  const options: ScryptOptions = { ...effort, maxmem: memoryBytesMax };

  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, hashLength, options, (error, key) =>
      error ? reject(error) : resolve(new Uint8Array(key)),
    );
  });
}
