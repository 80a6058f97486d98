import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startDynamoDbLocal } from '../../../infra/local/engines/dynamodb-local.ts';
import { fetchDynamoDbLocal } from '../../../infra/local/engines/fetch-dynamodb-local.ts';
import { isWholeTier } from '../../support/tier.ts';
import { stackTest as test } from '../support/stack.ts';

const hasJava = spawnSync('java', ['-version']).status === 0;
const hasMaven = spawnSync('mvn', ['-version']).status === 0;

test.skipIf(!hasJava)(
  'a folder without DynamoDB Local is an error that names the folder',
  async ({ folder }) => {
    await expect(startDynamoDbLocal({ library: folder, dataFolder: join(folder, 'data') })).rejects.toThrow(
      `DynamoDB Local in ${folder} ended with 1. Does the folder hold DynamoDBLocal.jar?`,
    );
  },
);

test.skipIf(!hasJava || !hasMaven || !isWholeTier)(
  'DynamoDB Local is downloaded once, starts with Java and stops',
  { timeout: 300_000 },
  async ({ folder }) => {
    const downloads: string[] = [];
    const library = await fetchDynamoDbLocal(() => downloads.push('first'));
    expect(await fetchDynamoDbLocal(() => downloads.push('second'))).toBe(library);
    expect(downloads).not.toContain('second');
    const { endpoint, stop } = await startDynamoDbLocal({ library, dataFolder: join(folder, 'data') });

    expect((await fetch(endpoint)).status).toBe(400);
    await stop();
    await expect(fetch(endpoint)).rejects.toThrow();
  },
);
