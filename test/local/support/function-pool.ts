import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createClockBuffer } from '../../../infra/local/clock.ts';
import { type Endpoints, functionEnvironment } from '../../../infra/local/lambda/function-environment.ts';
import { openFunctionLog } from '../../../infra/local/lambda/function-log.ts';
import { createFunctionPool, threadsPerFunctionMax } from '../../../infra/local/lambda/function-pool.ts';
import type { FunctionModel } from '../../../infra/local/template/functions.ts';
import { writeFunction } from './assembly.ts';
import { createFolder, removeFolder } from './folder.ts';

const endpointsDefault = {
  dynamodb: 'http://d',
  sqs: 'http://q',
  scheduler: 'http://s',
  kms: 'http://k',
  s3: 'http://f',
};

interface PoolSettings {
  readonly threadsMax?: number;
  readonly warmMs?: number | undefined;
  readonly endpoints?: Partial<Endpoints>;
  readonly timeoutSeconds?: number;
}

/** The threads of one function with this code, which may call every AWS service. */
export function createPool(code: string, settings: PoolSettings = {}) {
  const { threadsMax = threadsPerFunctionMax, warmMs, endpoints, timeoutSeconds } = settings;
  const folder = createFolder();
  const logFile = join(folder, 'functions.log');
  const log = openFunctionLog(logFile);
  const clock = createClockBuffer();
  const definition = testFunction(join(folder, 'code'), timeoutSeconds);
  writeFunction(definition.codeFolder, code);
  const pool = createFunctionPool({
    definition,
    threadsMax,
    ...(warmMs !== undefined && { warmMs }),
    environment: functionEnvironment(definition, 'eu-west-1', { ...endpointsDefault, ...endpoints }),
    partitionKeys: {},
    priority: 0,
    clock,
    log,
  });

  onTestFinished(async () => {
    await pool.stop(0);
    await log.close();
    removeFolder(folder);
  });

  return { invoke: pool.invoke, pool, clock, logFile };
}

export function testFunction(codeFolder: string, timeoutSeconds = 1): FunctionModel {
  return {
    operation: 'things.do',
    name: 'FnThingsDo',
    arn: 'arn:aws:lambda:eu-west-1:000000000000:function:FnThingsDo',
    codeFolder,
    handler: 'index.handler',
    timeoutSeconds,
    memoryMb: 256,
    environment: { TABLE_NAME: 'Table' },
    role: {
      name: 'Role',
      statements: [{ effect: 'Allow', actions: ['*'], resources: ['*'], conditions: [] }],
    },
  };
}
