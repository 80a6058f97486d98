import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startDynamoDbLocal } from '../../../infra/local/engines/dynamodb-local.ts';
import { stackTest as test } from '../support/stack.ts';

const hasJava = spawnSync('java', ['-version']).status === 0;
/** The folder into which `npm run test:engines` unpacks it. */
const library = join('node_modules/.cache/engines/dynamodb-local-3.1.0');

test.skipIf(!hasJava)(
  'a folder without DynamoDB Local is an error that names the folder',
  async ({ folder }) => {
    await expect(startDynamoDbLocal({ library: folder, dataFolder: join(folder, 'data') })).rejects.toThrow(
      `DynamoDB Local in ${folder} ended with 1. Does the folder hold DynamoDBLocal.jar?`,
    );
  },
);

test.skipIf(!hasJava || !existsSync(library))(
  'DynamoDB Local starts with Java and stops',
  async ({ folder }) => {
    const { endpoint, stop } = await startDynamoDbLocal({ library, dataFolder: join(folder, 'data') });

    expect((await fetch(endpoint)).status).toBe(400);
    await stop();
    await expect(fetch(endpoint)).rejects.toThrow();
  },
);
