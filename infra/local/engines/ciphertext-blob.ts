import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

interface Sealed {
  readonly keyArn: string;
  readonly context: Readonly<Record<string, string>>;
  readonly plaintext: Buffer;
}

// Layout: version (1 byte), length of the key's ARN (2), ARN, nonce (12), tag (16), ciphertext.
const version = 1;
const headerBytes = 3;
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM. The key's ARN and the encryption context are authenticated, not encrypted. */
export function sealBlob(masterKey: Buffer, { keyArn, context, plaintext }: Sealed): Buffer {
  const arn = Buffer.from(keyArn, 'utf8');
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(version, 0);
  header.writeUInt16BE(arn.length, 1);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(additionalData(keyArn, context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);

  return Buffer.concat([header, arn, nonce, cipher.getAuthTag(), ciphertext]);
}

/** Undefined when the blob is damaged, or belongs to another master key or another encryption context. */
export function openBlob(
  masterKey: Buffer,
  blob: Buffer,
  context: Readonly<Record<string, string>>,
): { keyArn: string; plaintext: Buffer } | undefined {
  if (blob.length < headerBytes || blob.readUInt8(0) !== version) {
    return undefined;
  }
  const nonceAt = headerBytes + blob.readUInt16BE(1);
  const tagAt = nonceAt + nonceBytes;
  const ciphertextAt = tagAt + tagBytes;
  if (blob.length < ciphertextAt) {
    return undefined;
  }
  const keyArn = blob.toString('utf8', headerBytes, nonceAt);
  const nonce = blob.subarray(nonceAt, tagAt);
  const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: tagBytes });
  decipher.setAAD(additionalData(keyArn, context));
  decipher.setAuthTag(blob.subarray(tagAt, ciphertextAt));
  try {
    const plaintext = Buffer.concat([decipher.update(blob.subarray(ciphertextAt)), decipher.final()]);

    return { keyArn, plaintext };
  } catch {
    return undefined;
  }
}

/** Two contexts with the same pairs in another order are equal. */
function additionalData(keyArn: string, context: Readonly<Record<string, string>>): Buffer {
  const pairs = Object.entries(context).toSorted(([left], [right]) => (left < right ? -1 : 1));

  return Buffer.from(JSON.stringify([keyArn, pairs]), 'utf8');
}
