import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { decrypt, encrypt } from '#lib/crypto/aes-gcm.ts';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import type { Services } from '#lib/runtime/services.ts';
import { ConditionFailed, type Key, type Table } from '#lib/storage/table.ts';

/** Keeps secrets that must be read again (mailbox passwords, signing secrets) unreadable in the table. */
export interface Vault {
  /** @param context what the secret belongs to; it can be opened under the same context only */
  seal(workspaceId: string, context: string, secret: string): Promise<string>;
  /** @throws when the sealed text was damaged or belongs to another context or workspace. */
  open(workspaceId: string, context: string, sealed: string): Promise<string>;
  /** A code that only this workspace's services can make; 128 bits in hexadecimal. */
  authenticate(workspaceId: string, text: string): Promise<string>;
  /**
   * Whether `authenticate` made the code of the text. Takes the same time for every wrong code, and makes no key for a
   * workspace that somebody thought up.
   */
  isAuthentic(workspaceId: string, text: string, code: string): Promise<boolean>;
}

const dataKeys = new Map<string, Buffer>();

/**
 * Envelope encryption: AES-256-GCM under a data key per workspace, which the key service wraps and which stands,
 * wrapped, in the table. One call to the key service per workspace and container.
 */
export function kmsVault({ table }: Pick<Services, 'table'>): Vault {
  const client = new KMSClient(clientSettings);

  return {
    async seal(workspaceId, context, secret) {
      const key = await dataKey(client, table, workspaceId);

      return encrypt(key, Buffer.from(secret), `${workspaceId}|${context}`).toString('base64');
    },

    async open(workspaceId, context, sealed) {
      const key = await dataKey(client, table, workspaceId);

      return decrypt(key, Buffer.from(sealed, 'base64'), `${workspaceId}|${context}`).toString('utf8');
    },

    async authenticate(workspaceId, text) {
      return codeOf(await dataKey(client, table, workspaceId), text);
    },

    async isAuthentic(workspaceId, text, code) {
      const key = await findDataKey(client, table, workspaceId);
      if (!key || code.length !== codeLength) return false;

      return timingSafeEqual(Buffer.from(codeOf(key, text), 'latin1'), Buffer.from(code, 'latin1'));
    },
  };
}

/** In hexadecimal digits. */
const codeLength = 32;

function codeOf(dataKey: Buffer, text: string): string {
  const key = hkdfSync('sha256', dataKey, '', 'authentication codes', 32);

  return createHmac('sha256', Buffer.from(key)).update(text).digest('hex').slice(0, codeLength);
}

async function dataKey(client: KMSClient, table: Table, workspaceId: string): Promise<Buffer> {
  const found = await findDataKey(client, table, workspaceId);
  if (found) return found;
  const made = await makeDataKey(client, table, workspaceId);
  dataKeys.set(workspaceId, made);

  return made;
}

async function findDataKey(
  client: KMSClient,
  table: Table,
  workspaceId: string,
): Promise<Buffer | undefined> {
  const cached = dataKeys.get(workspaceId);
  if (cached) return cached;

  const stored = await table.get(dataKeyKey(workspaceId), { consistent: true });
  if (!stored) return undefined;
  const key = await unwrap(client, workspaceId, stored['wrapped']);
  dataKeys.set(workspaceId, key);

  return key;
}

async function makeDataKey(client: KMSClient, table: Table, workspaceId: string): Promise<Buffer> {
  const { SECRETS_KEY_ARN: KeyId } = readConfig('secrets:seal');
  const { Plaintext, CiphertextBlob } = await client.send(
    new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256', EncryptionContext: { workspaceId } }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('the key service gave no data key');
  try {
    await table.put({ put: { ...dataKeyKey(workspaceId), wrapped: CiphertextBlob }, if: { pk: 'absent' } });

    return Buffer.from(Plaintext);
  } catch (error) {
    // Two containers at once: the first one's key is the workspace's.
    if (error instanceof ConditionFailed) return unwrap(client, workspaceId, error.found?.['wrapped']);
    throw error;
  }
}

async function unwrap(client: KMSClient, workspaceId: string, wrapped: unknown): Promise<Buffer> {
  if (!(wrapped instanceof Uint8Array)) throw new Error('the stored data key is not bytes');
  const { Plaintext } = await client.send(
    new DecryptCommand({
      KeyId: readConfig('secrets:seal').SECRETS_KEY_ARN,
      CiphertextBlob: wrapped,
      EncryptionContext: { workspaceId },
    }),
  );
  if (!Plaintext) throw new Error('the key service opened nothing');

  return Buffer.from(Plaintext);
}

function dataKeyKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#SECRETS`, sk: 'DATA_KEY' };
}
