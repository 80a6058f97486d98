import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { openBlob, sealBlob } from './ciphertext-blob.ts';
import { type EngineRequest, type EngineResponse, startHttpServer } from './http-server.ts';
import type { LoopbackServer } from './loopback.ts';
import { parseInput, ServiceError } from './service-error.ts';

const keyBytes = 32;
const encryptionContext = z._default(z.record(z.string(), z.string()), {});
const generateInput = z.object({
  KeyId: z.string().check(z.minLength(1), z.maxLength(2048)),
  KeySpec: z.literal('AES_256'),
  EncryptionContext: encryptionContext,
});
const decryptInput = z.object({
  CiphertextBlob: z.base64().check(z.minLength(1), z.maxLength(8192)),
  KeyId: z.optional(z.string()),
  EncryptionContext: encryptionContext,
});
const macHashes = {
  HMAC_SHA_224: 'sha224',
  HMAC_SHA_256: 'sha256',
  HMAC_SHA_384: 'sha384',
  HMAC_SHA_512: 'sha512',
} as const;
const generateMacInput = z.object({
  KeyId: z.string().check(z.minLength(1), z.maxLength(2048)),
  MacAlgorithm: z.enum(['HMAC_SHA_224', 'HMAC_SHA_256', 'HMAC_SHA_384', 'HMAC_SHA_512']),
  Message: z.base64().check(
    z.minLength(1),
    z.refine((text) => Buffer.byteLength(text, 'base64') <= 4096, 'at most 4096 bytes'),
  ),
});

/**
 * Starts a KMS on the loopback address with GenerateDataKey (AES_256), Decrypt and GenerateMac, for any key id. All keys
 * share one master key in `keyFile`: a reader of that file can decrypt everything, so use it locally only.
 * @throws {PortTaken}
 */
export async function startKms(options: {
  keyFile: string;
  port?: number | undefined;
}): Promise<LoopbackServer> {
  const masterKey = readOrCreateKey(options.keyFile);

  return startHttpServer({
    engine: 'KMS',
    port: options.port,
    respond: (request) => respond(masterKey, request),
  });
}

function readOrCreateKey(keyFile: string): Buffer {
  if (!existsSync(keyFile)) {
    mkdirSync(dirname(keyFile), { recursive: true });
    // `wx`: never replace a key that another process has just created; its ciphertexts would become
    // unreadable.
    writeFileSync(keyFile, randomBytes(keyBytes).toString('base64'), { mode: 0o600, flag: 'wx' });
  }
  const key = Buffer.from(readFileSync(keyFile, 'utf8'), 'base64');
  if (key.length !== keyBytes) {
    throw new Error(`${keyFile} does not hold a ${keyBytes}-byte key in base64.`);
  }

  return key;
}

function respond(masterKey: Buffer, request: EngineRequest): EngineResponse {
  const headers = { 'content-type': 'application/x-amz-json-1.1' };
  try {
    return { status: 200, headers, body: JSON.stringify(execute(masterKey, request)) };
  } catch (error) {
    if (!(error instanceof ServiceError)) {
      throw error;
    }

    return {
      status: error.status,
      headers,
      body: JSON.stringify({ __type: error.code, message: error.message }),
    };
  }
}

function execute(masterKey: Buffer, request: EngineRequest) {
  const operation = String(request.headers['x-amz-target'] ?? '').replace('TrentService.', '');
  switch (operation) {
    case 'GenerateDataKey':
      return generateDataKey(masterKey, parseInput(generateInput, request.body));
    case 'GenerateMac':
      return generateMac(masterKey, parseInput(generateMacInput, request.body));
    case 'Decrypt':
      return decrypt(masterKey, parseInput(decryptInput, request.body));
    default:
      throw new ServiceError(
        'UnknownOperationException',
        400,
        `The local engine does not support '${operation}'.`,
      );
  }
}

/** https://docs.aws.amazon.com/kms/latest/APIReference/API_GenerateDataKey.html */
function generateDataKey(masterKey: Buffer, input: z.infer<typeof generateInput>) {
  const keyArn = toArn(input.KeyId);
  const dataKey = randomBytes(keyBytes);
  const blob = sealBlob(masterKey, { keyArn, context: input.EncryptionContext, plaintext: dataKey });

  return {
    KeyId: keyArn,
    Plaintext: dataKey.toString('base64'),
    CiphertextBlob: blob.toString('base64'),
  };
}

/** https://docs.aws.amazon.com/kms/latest/APIReference/API_GenerateMac.html */
function generateMac(masterKey: Buffer, { KeyId, MacAlgorithm, Message }: z.infer<typeof generateMacInput>) {
  const keyArn = toArn(KeyId);
  const key = createHmac('sha256', masterKey).update(`hmac key ${keyArn}`).digest();
  const mac = createHmac(macHashes[MacAlgorithm], key).update(Buffer.from(Message, 'base64'));

  return { KeyId: keyArn, Mac: mac.digest('base64'), MacAlgorithm };
}

/** https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html */
function decrypt(masterKey: Buffer, input: z.infer<typeof decryptInput>) {
  const opened = openBlob(masterKey, Buffer.from(input.CiphertextBlob, 'base64'), input.EncryptionContext);
  if (opened === undefined) {
    throw new ServiceError(
      'InvalidCiphertextException',
      400,
      'The ciphertext or its encryption context is wrong.',
    );
  }
  if (input.KeyId !== undefined && toArn(input.KeyId) !== opened.keyArn) {
    throw new ServiceError('IncorrectKeyException', 400, 'The ciphertext was made with another key.');
  }

  return {
    KeyId: opened.keyArn,
    Plaintext: opened.plaintext.toString('base64'),
    EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
  };
}

function toArn(keyId: string): string {
  if (keyId.startsWith('arn:')) {
    return keyId;
  }
  const resource = keyId.startsWith('alias/') ? keyId : `key/${keyId}`;

  return `arn:aws:kms:us-east-1:000000000000:${resource}`;
}
