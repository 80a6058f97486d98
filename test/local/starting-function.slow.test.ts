import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createClockBuffer } from '../../infra/local/clock.ts';
import { openContentCache } from '../../infra/local/code/content-cache.ts';
import { createFunctionCode } from '../../infra/local/code/function-code.ts';
import { openFunctionLog } from '../../infra/local/lambda/function-log.ts';
import { createFunctionRuntime } from '../../infra/local/runtime.ts';
import { createFolder, removeFolder } from './support/folder.ts';
import { createPool, testFunction } from './support/function-pool.ts';

test('a thread counts as a full processor while it starts', async () => {
  const { invoke, pool } = createPool('await new Promise((resolve) => setTimeout(resolve, 60_000));');
  const sampledUntil = performance.now() + 200;
  void invoke({});

  expect(await lowestLoad(pool.load, () => performance.now() > sampledUntil)).toBe(1);
});

test('a function that is bundled counts as a full processor', async () => {
  const folder = createFolder();
  const log = openFunctionLog(join(folder, 'functions.log'));
  const definition = testFunction(join(folder, 'code'));
  mkdirSync(definition.codeFolder);
  writeFileSync(
    join(definition.codeFolder, 'source.json'),
    JSON.stringify({ name: 'health.get', file: 'functions/health/get.ts' }),
  );
  const code = createFunctionCode(openContentCache(join(folder, 'cache')));
  const endpoints = { dynamodb: '', sqs: '', scheduler: '', kms: '', s3: '' };
  const runtime = createFunctionRuntime({
    functions: [definition],
    eventSources: [],
    partitionKeys: {},
    region: 'eu-west-1',
    endpoints,
    credentials: undefined,
    clock: createClockBuffer(),
    log,
    code,
    apiAddress: { putInto: (environment) => environment },
  });
  onTestFinished(async () => {
    await runtime.stop(0);
    await log.close();
    removeFolder(folder);
  });

  void runtime.invoke(definition.arn, {});
  const module = join(definition.codeFolder, 'index.mjs');

  expect(await lowestLoad(runtime.load, () => existsSync(module))).toBe(1);
});

async function lowestLoad(load: () => number, isDone: () => boolean): Promise<number> {
  let lowest = load();
  while (!isDone()) {
    await turn();
    lowest = Math.min(lowest, load());
  }

  return lowest;
}
