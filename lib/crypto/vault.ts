import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { decrypt, encrypt } from '#lib/crypto/aes-gcm.ts';
import { clientSettings } from '#lib/runtime/aws-client.ts';
import { readConfig } from '#lib/runtime/config.ts';
import type { Services } from '#lib/runtime/services.ts';
import { ConditionFailed, type Key, type Table } from '#lib/storage/table.ts';
import { shareResult } from '#lib/values/share-result.ts';

/** Encrypts secrets that must be readable again, such as mailbox passwords and signing secrets, for storage in the table. */
export interface Vault {
  /** @param context binds the secret to its owner; `open` needs the same context */
  seal(workspaceId: string, context: string, secret: string): Promise<string>;
  /** @throws when the sealed text was damaged or belongs to another context or workspace */
  open(workspaceId: string, context: string, sealed: string): Promise<string>;
}

/** Decrypted data keys by workspace, cached for the life of the container. */
const dataKeys = new Map<string, Promise<Buffer>>();

/**
 * Envelope encryption: AES-256-GCM with one data key per workspace. KMS wraps the data key, and the table stores the wrapped
 * key. A container calls KMS once per workspace.
 */
export function kmsVault({ table }: Pick<Services, 'table'>): Vault {
  const client = new KMSClient(clientSettings);
  const dataKey = (workspaceId: string) =>
    shareResult(dataKeys, workspaceId, () => readDataKey(client, table, workspaceId));

  return {
    async seal(workspaceId, context, secret) {
      const key = await dataKey(workspaceId);

      return encrypt(key, Buffer.from(secret), `${workspaceId}|${context}`).toString('base64');
    },

    async open(workspaceId, context, sealed) {
      const key = await dataKey(workspaceId);

      return decrypt(key, Buffer.from(sealed, 'base64'), `${workspaceId}|${context}`).toString('utf8');
    },
  };
}

async function readDataKey(client: KMSClient, table: Table, workspaceId: string): Promise<Buffer> {
  const stored = await table.get(dataKeyItemKey(workspaceId));

  return stored ? unwrap(client, workspaceId, stored['wrapped']) : makeDataKey(client, table, workspaceId);
}

async function makeDataKey(client: KMSClient, table: Table, workspaceId: string): Promise<Buffer> {
  const { SECRETS_KEY_ARN: KeyId } = readConfig('secrets:seal');
  const { Plaintext, CiphertextBlob } = await client.send(
    new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256', EncryptionContext: { workspaceId } }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key');
  try {
    await table.put({
      put: { ...dataKeyItemKey(workspaceId), wrapped: CiphertextBlob },
      if: { pk: 'absent' },
    });

    return Buffer.from(Plaintext);
  } catch (error) {
    // Another container created the key first: that one is the workspace's key.
    if (error instanceof ConditionFailed) return unwrap(client, workspaceId, error.found?.['wrapped']);
    throw error;
  }
}

/** Decrypts a workspace's wrapped data key with KMS. */
async function unwrap(client: KMSClient, workspaceId: string, wrapped: unknown): Promise<Buffer> {
  if (!(wrapped instanceof Uint8Array)) throw new Error('the stored data key must be binary');
  const { Plaintext } = await client.send(
    new DecryptCommand({
      KeyId: readConfig('secrets:seal').SECRETS_KEY_ARN,
      CiphertextBlob: wrapped,
      EncryptionContext: { workspaceId },
    }),
  );
  if (!Plaintext) throw new Error('KMS returned no plaintext');

  return Buffer.from(Plaintext);
}

/** Table key of a workspace's wrapped data key. */
export function dataKeyItemKey(workspaceId: string): Key {
  return { pk: `W#${workspaceId}#SECRETS`, sk: 'DATA_KEY' };
}
