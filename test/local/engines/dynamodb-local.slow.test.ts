import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { fetchDynamoDbLocal, startDynamoDbLocal } from '../../../infra/local/engines/dynamodb-local.ts';
import { isWholeTier } from '../../support/tier.ts';
import { stackTest as test } from '../support/stack.ts';

const hasJava = spawnSync('java', ['-version']).status === 0;
const hasMaven = spawnSync('mvn', ['-version']).status === 0;

/** Puts a program named `java` on the path. It writes its process id to a file and ignores SIGTERM. */
function installJava(folder: string, code: string): () => number {
  const bin = join(folder, 'bin');
  const pidFile = join(folder, 'java.pid');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'java'),
    `#!${process.execPath}
    require('node:fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);
    ${code}`,
  );
  chmodSync(join(bin, 'java'), 0o755);
  const { PATH } = process.env;
  process.env['PATH'] = `${bin}:${PATH}`;
  onTestFinished(() => {
    process.env['PATH'] = PATH;
  });

  return () => Number(readFileSync(pidFile, 'utf8'));
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('stopping kills a process that ignores SIGTERM', async ({ folder }) => {
  const readPid = installJava(
    folder,
    `require('node:http').createServer((_, response) => response.end())
      .listen(Number(process.argv.at(-1)), '127.0.0.1');`,
  );
  const { stop } = await startDynamoDbLocal({ library: folder, dataFolder: join(folder, 'data') });
  await stop();

  expect(isRunning(readPid())).toBe(false);
});

test('a start that times out leaves no process behind', async ({ folder }) => {
  const readPid = installJava(folder, '');
  const starting = startDynamoDbLocal({
    library: folder,
    dataFolder: join(folder, 'data'),
    startMsMax: 1_000,
  });

  await expect(starting).rejects.toThrow(/did not answer at .* within 1 s/);
  expect(isRunning(readPid())).toBe(false);
});

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
