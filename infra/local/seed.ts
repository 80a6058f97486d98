import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import type { Services } from '#lib/runtime/services.ts';
import { dynamoTable } from '#lib/storage/dynamo-table.ts';
import { Problem } from '#lib/values/problem.ts';
import { createWorkspace, hasWorkspace } from '#lib/workspaces/workspaces.ts';
import { createUser, setPassword } from '../admin/users.ts';
import { issueApiKey } from '../admin/workspace.ts';
import type { SeededAccess } from './ready-report.ts';
import type { Seed } from './stack.ts';
import { readJsonFile, writeJsonFile } from './state/json-file.ts';

/** The credentials of a workspace, as stored in the state folder. */
const Access = z.object({
  workspaceId: z.string(),
  apiKey: z.string(),
  readOnlyApiKey: z.string(),
  user: z.object({ email: z.string(), password: z.string() }),
});

/** Creates a workspace with two keys and a user at the first start, and saves them: the table stores only hashes. */
export async function seed({
  environment,
  stateFolder,
}: Pick<Parameters<Seed>[0], 'environment' | 'stateFolder'>): Promise<SeededAccess> {
  const file = join(stateFolder, 'access.json');
  const saved = readJsonFile(file, Access);
  const access = await withTable(environment, async (services) => {
    // An operator may have deleted the workspace.
    if (saved && (await hasWorkspace(services, saved.workspaceId))) return saved;
    const keys = await createWorkspaceWithKeys(services);

    return { ...keys, user: await createLogin(services, keys.workspaceId) };
  });
  writeJsonFile(file, access);

  return access;
}

async function createWorkspaceWithKeys(services: Services): Promise<Omit<SeededAccess, 'user'>> {
  const { id: workspaceId } = await createWorkspace(services, 'Local');
  const issue = async (name: string, scope: 'full-access' | 'read-only') =>
    (await issueApiKey(services, workspaceId, { name, scope, expiresAt: null })).key;

  return {
    workspaceId,
    apiKey: await issue('local', 'full-access'),
    readOnlyApiKey: await issue('local, read only', 'read-only'),
  };
}

/**
 * The address includes the workspace, because several stacks may share one table. The user exists already if
 * an earlier start was interrupted here.
 */
async function createLogin(services: Services, workspaceId: string): Promise<SeededAccess['user']> {
  const email = `owner-${workspaceId.slice(-6).toLowerCase()}@example.com`;
  const password = randomBytes(12).toString('base64url');
  try {
    await createUser(services, workspaceId, { email, name: 'Local Owner', password });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await setPassword(services, { email, password });
  }

  return { email, password };
}

/** Runs work with a client of the stack's table, and closes the client afterwards. */
export async function withTable<Result>(
  environment: Readonly<Record<string, string>>,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const client = new DynamoDBClient({
    endpoint: environment['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
    region: environment['AWS_REGION'] ?? '',
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  });
  const table = dynamoTable(client, environment['TABLE_NAME'] ?? '');

  return work({ table, now: () => Date.now() }).finally(() => client.destroy());
}
