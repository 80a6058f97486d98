import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { newId } from '#lib/runtime/ids.ts';
import { dynamoTable } from '#lib/storage/dynamo-table.ts';
import { issueApiKey } from '../admin/workspace.ts';
import type { SeededAccess } from './ready-report.ts';
import type { Seed } from './stack.ts';
import { readJsonFile, writeJsonFile } from './state/json-file.ts';

const Access = z.object({ workspaceId: z.string(), apiKey: z.string(), readOnlyApiKey: z.string() });

/** A workspace and two keys to it, made at the first start and remembered; the table itself knows only their hashes. */
export const seed: Seed = async ({ environment, stateFolder }) => {
  const file = join(stateFolder, 'access.json');
  const known = Access.safeParse(readJsonFile(file));
  if (known.success) return known.data;
  const access = await createAccess(environment);
  writeJsonFile(file, access);

  return access;
};

async function createAccess(environment: Readonly<Record<string, string>>): Promise<SeededAccess> {
  const client = new DynamoDBClient({
    endpoint: environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    region: environment['AWS_REGION'] ?? '',
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const services = { table: dynamoTable(client, environment['TABLE_NAME'] ?? ''), now: () => Date.now() };
  const workspaceId = newId('wsp', Date.now());
  const issue = async (name: string, scope: 'full-access' | 'read-only') =>
    (await issueApiKey(services, workspaceId, { name, scope, expiresAt: null })).key;
  const access = {
    workspaceId,
    apiKey: await issue('local', 'full-access'),
    readOnlyApiKey: await issue('local, read only', 'read-only'),
  };
  client.destroy();

  return access;
}
