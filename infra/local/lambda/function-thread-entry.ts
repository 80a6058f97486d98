/** Runs in the worker thread of one function: the part of Lambda that the function sees. */
import { existsSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Context } from 'aws-lambda';
import { installClock } from '../clock.ts';
import { guardCalls } from '../iam/call-guard.ts';
import { createPermissionCheck, refusalLine } from '../iam/permission-check.ts';
import type { FunctionError, InvokeMessage, ThreadMessage, ThreadSetup } from './protocol.ts';

type Handler = (event: unknown, context: Context) => unknown;

const setup: ThreadSetup = workerData;

async function serve(port: MessagePort): Promise<void> {
  // Before the function's modules are loaded: they may read the time while they load.
  installClock(setup.clock);
  checkCalls();
  if (setup.priority > 0) setThreadPriority(setup.priority);
  const reply = (message: ThreadMessage) => port.postMessage(message);

  try {
    const handler = await loadHandler();
    port.on('message', (message: InvokeMessage) => {
      void run(handler, message).then(reply);
    });
    reply({ kind: 'ready' });
  } catch (error) {
    reply({ kind: 'error', error: describeError(error) });
  }
}

function checkCalls(): void {
  const checkPermission = createPermissionCheck(setup.caller);

  guardCalls({
    currentPermissionCheck: () => checkPermission,
    onRefusal: (refusal) => process.stderr.write(`${refusalLine(refusal)}\n`),
  });
}

function setThreadPriority(priority: number): void {
  try {
    // On Linux, where this link exists, this sets the priority of the thread instead of its process.
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), priority);
  } catch {
    // On other systems all threads have the same priority.
  }
}

async function loadHandler(): Promise<Handler> {
  const [moduleName = '', exportName = ''] = setup.handler.split('.');
  const file = ['.mjs', '.js', '.cjs']
    .map((extension) => join(setup.codeFolder, `${moduleName}${extension}`))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`Cannot find module '${moduleName}' in ${setup.codeFolder}`);

  const handler: unknown = (await import(pathToFileURL(file).href))[exportName];
  if (!isHandler(handler)) throw new Error(`${setup.handler} is undefined or not exported`);

  return handler;
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}

async function run(
  handler: Handler,
  { requestId, eventJson, timeoutMs }: InvokeMessage,
): Promise<ThreadMessage> {
  try {
    const event: unknown = JSON.parse(eventJson);
    const result = await handler(event, createContext(requestId, timeoutMs));

    return { kind: 'answer', answerJson: JSON.stringify(result) ?? 'null' };
  } catch (error) {
    return { kind: 'error', error: describeError(error) };
  }
}

function createContext(requestId: string, timeoutMs: number): Context {
  // Not the movable clock: moving it must not use up a running invocation's time.
  const deadline = performance.now() + timeoutMs;

  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: setup.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: setup.functionArn,
    logGroupName: `/aws/lambda/${setup.functionName}`,
    logStreamName: 'local',
    memoryLimitInMB: String(setup.memoryMb),
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - performance.now())),
    done: refuseCallback,
    fail: refuseCallback,
    succeed: refuseCallback,
  };
}

function refuseCallback(): never {
  throw new Error('The Node 24 runtime has no callbacks: return a promise');
}

function describeError(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };

  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

if (parentPort !== null) await serve(parentPort);
