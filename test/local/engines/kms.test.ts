import { readFileSync, statSync, writeFileSync } from 'node:fs';
import {
  DecryptCommand,
  GenerateDataKeyCommand,
  GenerateMacCommand,
  type GenerateMacCommandInput,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
} from '@aws-sdk/client-kms';
import { expect, onTestFinished, test } from 'vitest';
import { startKms } from '../../../infra/local/engines/kms.ts';
import { credentials, region, stopAfterTest, temporaryFolder } from './support.ts';

const KeyId = 'arn:aws:kms:eu-west-1:000000000000:key/credentials';
const EncryptionContext = { workspace: 'ws_1', purpose: 'credentials' };

async function start(keyFile = `${temporaryFolder()}/kms.key`) {
  const kms = await stopAfterTest(startKms({ keyFile }));
  const client = new KMSClient({ endpoint: kms.endpoint, region, credentials });
  onTestFinished(() => client.destroy());

  return {
    keyFile,
    generate: () => client.send(new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256', EncryptionContext })),
    mac: (input: Partial<GenerateMacCommandInput> = {}) =>
      client.send(
        new GenerateMacCommand({
          KeyId,
          MacAlgorithm: 'HMAC_SHA_256',
          Message: Buffer.from('label'),
          ...input,
        }),
      ),
    decrypt: (CiphertextBlob: Uint8Array, context?: Record<string, string>, key?: string) =>
      client.send(
        new DecryptCommand({
          CiphertextBlob,
          ...(context && { EncryptionContext: context }),
          ...(key && { KeyId: key }),
        }),
      ),
  };
}

async function generateBlob(kms: Awaited<ReturnType<typeof start>>) {
  const { CiphertextBlob = new Uint8Array(), Plaintext = new Uint8Array() } = await kms.generate();

  return { blob: CiphertextBlob, key: Buffer.from(Plaintext) };
}

test('a data key is decrypted from its ciphertext with the same context in any order', async () => {
  const kms = await start();
  const { blob, key } = await generateBlob(kms);

  const opened = await kms.decrypt(blob, { purpose: 'credentials', workspace: 'ws_1' });

  expect(key).toHaveLength(32);
  expect(Buffer.from(opened.Plaintext ?? [])).toEqual(key);
  expect(opened.KeyId).toBe(KeyId);
});

test('data keys differ, and their ciphertexts do not contain them', async () => {
  const kms = await start();
  const first = await generateBlob(kms);
  const second = await generateBlob(kms);

  expect(first.key.equals(second.key)).toBe(false);
  expect(Buffer.from(first.blob).includes(first.key)).toBe(false);
});

test.each([
  ['another value', { workspace: 'ws_2', purpose: 'credentials' }],
  ['one pair fewer', { workspace: 'ws_1' }],
  ['none', undefined],
  ['pairs that join to the same text', { 'workspace":"ws_1","purpose': 'credentials' }],
])('a wrong encryption context is refused: %s', async (_case, context) => {
  const kms = await start();
  const { blob } = await generateBlob(kms);

  await expect(kms.decrypt(blob, context)).rejects.toBeInstanceOf(InvalidCiphertextException);
});

test('a blob damaged in any one byte, or cut short, is refused', async () => {
  const kms = await start();
  const { blob } = await generateBlob(kms);
  for (let index = 0; index < blob.length; index += 1) {
    const damaged = Uint8Array.from(blob, (byte, at) => (at === index ? byte ^ 1 : byte));
    await expect(kms.decrypt(damaged, EncryptionContext)).rejects.toBeInstanceOf(InvalidCiphertextException);
  }

  for (const length of [1, 2, 3, 20, blob.length - 1]) {
    const cut = kms.decrypt(blob.slice(0, length), EncryptionContext);
    await expect(cut).rejects.toBeInstanceOf(InvalidCiphertextException);
  }
});

test('a ciphertext of another key is refused when the caller names a key', async () => {
  const kms = await start();
  const { blob } = await generateBlob(kms);

  await expect(kms.decrypt(blob, EncryptionContext, KeyId)).resolves.toMatchObject({ KeyId });
  await expect(kms.decrypt(blob, EncryptionContext, 'alias/other')).rejects.toBeInstanceOf(
    IncorrectKeyException,
  );
});

test('the master key is created once, readable by its owner only, and survives the process', async () => {
  const first = await start();
  const { blob, key } = await generateBlob(first);
  const again = await start(first.keyFile);

  expect(statSync(first.keyFile).mode & 0o777).toBe(0o600);
  expect(Buffer.from((await again.decrypt(blob, EncryptionContext)).Plaintext ?? [])).toEqual(key);
  const stranger = await start();
  expect(readFileSync(stranger.keyFile)).not.toEqual(readFileSync(first.keyFile));
  await expect(stranger.decrypt(blob, EncryptionContext)).rejects.toBeInstanceOf(InvalidCiphertextException);
});

test('an invalid key file stops the start', async () => {
  const keyFile = `${temporaryFolder()}/kms.key`;
  writeFileSync(keyFile, 'c2hvcnQ=');

  await expect(startKms({ keyFile })).rejects.toThrow('32-byte key');
});

test('a MAC depends on the key, the message and the algorithm only', async () => {
  const { mac, keyFile } = await start();
  const first = await mac();

  expect(first).toMatchObject({ KeyId, MacAlgorithm: 'HMAC_SHA_256' });
  expect(first.Mac).toHaveLength(32);
  expect((await mac()).Mac).toEqual(first.Mac);
  expect((await (await start(keyFile)).mac()).Mac).toEqual(first.Mac);
  for (const other of [{ KeyId: `${KeyId}-2` }, { Message: Buffer.from('other') }]) {
    expect((await mac(other)).Mac).not.toEqual(first.Mac);
  }
  expect((await mac({ MacAlgorithm: 'HMAC_SHA_512' })).Mac).toHaveLength(64);
});

test('a MAC of an empty message, of more than 4,096 bytes or with an unknown algorithm is refused', async () => {
  const { mac } = await start();
  for (const wrong of [
    { Message: Buffer.alloc(0) },
    { Message: Buffer.alloc(4097) },
    { MacAlgorithm: 'HMAC_MD5' as 'HMAC_SHA_256' },
  ]) {
    await expect(mac(wrong)).rejects.toThrow();
  }
});
