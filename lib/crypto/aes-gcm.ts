import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** In bytes, as NIST SP 800-38D recommends. */
const nonceLength = 12;
const tagLength = 16;

/** AES-256-GCM. The result starts with a random nonce. @param context additional authenticated data */
export function encrypt(key: Uint8Array, plain: Uint8Array, context = ''): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));

  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws when the bytes were damaged, or encrypted with another key or context */
export function decrypt(key: Uint8Array, sealed: Uint8Array, context = ''): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(-tagLength));

  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()]);
}
