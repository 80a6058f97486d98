import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Lengths in bytes, as NIST SP 800-38D recommends them. */
const nonceLength = 12;
const tagLength = 16;

/** AES-256-GCM under a nonce of its own, which stands in front. @param context what the bytes are bound to */
export function encrypt(key: Uint8Array, plain: Uint8Array, context = ''): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));

  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws when the bytes were damaged, or encrypted under another key or context. */
export function decrypt(key: Uint8Array, sealed: Uint8Array, context = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagLength));

  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]);
}
