import { createHmac, timingSafeEqual } from 'node:crypto';
import { GenerateMacCommand, KMSClient } from '@aws-sdk/client-kms';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';

/** Message authentication codes of what leaves the service and comes back: link tokens and Message-IDs. */
export interface TokenSigner {
  /** A code that only this stage can make, for one workspace: 128 bits in hexadecimal. */
  sign(workspaceId: string, text: string): Promise<string>;
  /** Whether `sign` made the code. Takes the same time for every wrong code. */
  verify(workspaceId: string, text: string, code: string): Promise<boolean>;
}

/** In hexadecimal digits. RFC 2104, section 5: at least half of what the hash gives. */
const codeLength = 32;

/**
 * What the stage's key is derived from. Another text invalidates every link and Message-ID that was sent before.
 * The key itself never leaves the key service, and functions that hold the derived one can open no sealed secret.
 */
const derivationLabel = 'outreach/tokens/v1';

/** By the ARN of the key: one call to the key service per container. */
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
      const expected = Buffer.from(await sign(workspaceId, text), 'latin1');
      const given = Buffer.from(code, 'latin1');

      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

function derivedKey(): Promise<Buffer> {
  const { SIGNING_KEY_ARN: keyArn } = readConfig('tokens:sign');
  const known = derivedKeys.get(keyArn);
  if (known !== undefined) return known;
  const derived = deriveKey(keyArn);
  derivedKeys.set(keyArn, derived);
  // A failure is not kept: the next request asks again.
  derived.catch(() => derivedKeys.delete(keyArn));

  return derived;
}

/** NIST SP 800-108: a MAC over a constant label is a key-derivation function. */
async function deriveKey(KeyId: string): Promise<Buffer> {
  const client = new KMSClient(clientSettings);
  try {
    const { Mac } = await client.send(
      new GenerateMacCommand({ KeyId, MacAlgorithm: 'HMAC_SHA_256', Message: Buffer.from(derivationLabel) }),
    );
    if (!Mac) throw new Error('the key service returned no MAC');

    return Buffer.from(Mac);
  } finally {
    client.destroy();
  }
}
