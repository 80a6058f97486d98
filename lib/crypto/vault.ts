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
  };
}

async function dataKey(client: KMSClient, table: Table, workspaceId: string): Promise<Buffer> {
  const cached = dataKeys.get(workspaceId);
  if (cached) return cached;
  const stored = await table.get(dataKeyKey(workspaceId), { consistent: true });
  const key = stored
    ? await unwrap(client, workspaceId, stored['wrapped'])
    : await makeDataKey(client, table, workspaceId);
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

/** Of the key that seals the secrets of a workspace. */
export function dataKeyKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#SECRETS`, sk: 'DATA_KEY' };
}
