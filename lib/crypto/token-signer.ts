import { createHmac } from 'node:crypto';
import { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { isSameCode } from '#lib/crypto/secret-text.ts';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import { shareResult } from '#lib/values/share-result.ts';

/** Message authentication codes for link tokens and Message-IDs, which the service sends out and later receives. */
export interface TokenSigner {
  /** A code that only this stage can create, for one workspace: 128 bits in hexadecimal. */
  sign(workspaceId: string, text: string): Promise<string>;
  /** Whether `sign` created the code. The comparison takes constant time. */
  verify(workspaceId: string, text: string, code: string): Promise<boolean>;
}

/** In hexadecimal digits. RFC 2104, section 5: at least half of the hash's length. */
const codeLength = 32;

/**
 * The label that the signing key is derived from. A change invalidates all links and Message-IDs that were sent before. The
 * KMS key never leaves KMS, and the derived key cannot decrypt secrets.
 */
const derivationLabel = 'outreach/tokens/v1';

/** By key ARN. A container calls KMS once per key. */
const derivedKeys = new Map<string, Promise<Buffer>>();

export function kmsTokenSigner(): TokenSigner {
  const sign = async (workspaceId: string, text: string) =>
    createHmac('sha256', await derivedKey())
      .update(`${workspaceId}|${text}`)
      .digest('hex')
      .slice(0, codeLength);

  return {
    sign,
    async verify(workspaceId, text, code) {
      return isSameCode(code, await sign(workspaceId, text));
    },
  };
}

function derivedKey(): Promise<Buffer> {
  const { SIGNING_KEY_ARN: keyArn } = readConfig('tokens:sign');

  return shareResult(derivedKeys, keyArn, () => deriveKey(keyArn));
}

/** NIST SP 800-108: a MAC over a constant label is a key-derivation function. */
async function deriveKey(KeyId: string): Promise<Buffer> {
  const client = new KMSClient(clientSettings);
  try {
    const { Mac } = await client.send(
      new GenerateMacCommand({ KeyId, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from(derivationLabel) }),
    );
    if (!Mac) throw new Error('KMS returned no MAC');

    return Buffer.from(Mac);
  } finally {
    client.destroy();
  }
}
