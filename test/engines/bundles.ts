import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { fallback } from '#lib/operations.ts';
import { openContentCache } from '../../infra/local/code/content-cache.ts';
import { createFunctionCode } from '../../infra/local/code/function-code.ts';
import { functionEnvironment } from '../../infra/local/lambda/function-environment.ts';
import type { ReadyReport } from '../../infra/local/ready-report.ts';
import { readAssembly } from '../../infra/local/template/assembly.ts';
import type { FunctionModel } from '../../infra/local/template/functions.ts';
import { readModel } from '../../infra/local/template/model.ts';
import { startStack } from '../support/run-stack.ts';
import { projectRoot } from './cache.ts';
import { openConnectionProxy } from './connection-proxy.ts';
import { type Outcome, openRuntimeApi } from './runtime-api.ts';
import { installRuntimeClient } from './runtime-client.ts';

const region = 'eu-central-1';
const deploymentTarget = { region, accountId: '000000000000', queueUrls: new Map() };
const patienceMs = 30_000;

/**
 * Runs each deployed bundle with Lambda's runtime client, against the local engines. Its handler processes a
 * first event. Then it is frozen, as Lambda freezes an instance between events, and its connections are
 * closed. Then it processes a second event.
 */
export async function runBundles(): Promise<boolean> {
  const client = await installRuntimeClient();
  const stateFolder = await mkdtemp(join(tmpdir(), 'outreach-bundles-'));
  const stack = await startStack({ stateFolder });
  try {
    const { functions } = readModel(await readAssembly(join(stateFolder, 'assembly')), deploymentTarget);
    const code = createFunctionCode(openContentCache());
    for (const definition of functions) await code.prepare(definition);
    const faults: string[] = [];
    for (const definition of functions) faults.push(...(await runBundle(client, definition, stack.report)));
    process.stdout.write(`${functions.length} functions, ${faults.length} faults\n${faults.join('\n')}\n`);

    return faults.length === 0 && functions.length > 0;
  } finally {
    await stack.stop();
    await rm(stateFolder, { recursive: true });
  }
}

/** @returns its faults */
async function runBundle(client: string, definition: FunctionModel, report: ReadyReport): Promise<string[]> {
  const { operation, name, codeFolder, handler } = definition;
  const api = await openRuntimeApi(name);
  const { dynamodb, sqs, scheduler, kms, s3 } = report.endpoints;
  const passages = await Promise.all([dynamodb, sqs, scheduler, kms].map(openConnectionProxy));
  const [table = '', queues = '', schedules = '', keys = ''] = passages.map(({ endpoint }) => endpoint);
  const child = spawn(process.execPath, [client, handler], {
    cwd: codeFolder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...functionEnvironment(definition, region, {
        dynamodb: table,
        sqs: queues,
        scheduler: schedules,
        kms: keys,
        s3,
      }),
      ...ofRunningStack(definition, report),
      AWS_LAMBDA_RUNTIME_API: api.address,
    },
  });
  const exited = once(child, 'exit');
  const errors: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/"level":"error"/i.test(line)) errors.push(line);
  });
  const event = sampleOf(operation, report);
  try {
    const first = await withTimeout(api.invoke(event));
    await withTimeout(api.untilIdle());
    child.kill('SIGSTOP');
    for (const passage of passages) passage.closeAll();
    child.kill('SIGCONT');
    const second = await withTimeout(api.invoke(event));

    const faults = [
      ...faultsOf(`${operation}, first event`, first),
      ...faultsOf(`${operation}, after a freeze`, second),
    ];

    return faults.length === 0 ? [] : [...faults, ...errors];
  } catch (error) {
    return [`${operation}: ${String(error)}`];
  } finally {
    child.kill('SIGKILL');
    await exited;
    api.close();
    for (const passage of passages) passage.close();
  }
}

/** The function's variables in the template, with the values of the running stack. */
function ofRunningStack({ environment }: FunctionModel, report: ReadyReport): Record<string, string> {
  return Object.fromEntries(
    Object.keys(environment).flatMap((name) => {
      const value = report.environment[name];

      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const HttpEvent = z.looseObject({ requestContext: z.looseObject({ requestTimeEpoch: z.number() }) });

/**
 * The sample event of `events/`, with the current time and a key of the running stack. The function for paths without an operation
 * receives a request to the health check.
 */
function sampleOf(operation: string, { apiKey }: ReadyReport): unknown {
  const name = operation === fallback.name ? 'health.get' : operation;
  const file = ['http', 'sqs', 'scheduler', 'stream']
    .map((kind) => join(projectRoot, 'events', kind, `${name}.json`))
    .find((path) => existsSync(path));
  if (file === undefined) throw new Error('the operation has no sample event');
  const sample: unknown = JSON.parse(readFileSync(file, 'utf8').replaceAll('<API_KEY>', apiKey));
  const http = HttpEvent.safeParse(sample);
  if (!http.success) return sample;

  return { ...http.data, requestContext: { ...http.data.requestContext, requestTimeEpoch: Date.now() } };
}

const Response = z.object({ statusCode: z.number() });

function faultsOf(description: string, { kind, body }: Outcome): string[] {
  if (kind === 'error') return [`${description}: ${body}`];
  const response = Response.safeParse(JSON.parse(body === '' ? 'null' : body));

  return response.success && response.data.statusCode >= 500 ? [`${description}: ${body}`] : [];
}

async function withTimeout<Result>(result: Promise<Result>): Promise<Result> {
  const timeoutError = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeoutError.reject(new Error(`no response within ${patienceMs} ms`)),
    patienceMs,
  );

  return Promise.race([result, timeoutError.promise]).finally(() => clearTimeout(timer));
}
