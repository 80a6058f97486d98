import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { ClockBuffer } from '../clock.ts';
import type { PartitionKeys } from '../iam/dynamodb-access.ts';
import { callerOf } from '../iam/permission-check.ts';
import type { FunctionModel } from '../template/functions.ts';
import type { FunctionLog } from './function-log.ts';
import type {
  FunctionError,
  InvocationResult,
  InvokeMessage,
  ThreadMessage,
  ThreadSetup,
} from './protocol.ts';
import { measureLoad } from './thread-load.ts';

export interface ThreadOptions {
  readonly definition: FunctionModel;
  readonly environment: Readonly<Record<string, string>>;
  readonly partitionKeys: PartitionKeys;
  /** Like a Unix nice value: from 0, the highest priority, to 19. */
  readonly priority: number;
  readonly clock: ClockBuffer;
  readonly log: FunctionLog;
}

/** One execution environment of one function. It processes one event at a time, and no event after its end. */
export interface FunctionThread {
  readonly isAlive: boolean;
  /** Share of the recent time in which the thread used the processor, 0 to 1. It is 1 until the code is loaded. */
  load(): number;
  invoke(event: unknown): Promise<InvocationResult>;
  kill(): Promise<void>;
}

/**
 * Time for an init that does not count against the function's timeout. On Lambda a longer init starts again, within the
 * timeout of the first invocation. Here the init is not repeated: it continues for that time.
 * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html#runtimes-lifecycle-ib
 */
const initSecondsMax = 10;

type Settle = (message: ThreadMessage) => void;

export function startFunctionThread(options: ThreadOptions): FunctionThread {
  const { log } = options;
  const { operation, timeoutSeconds } = options.definition;
  const worker = createWorker(options);
  let isAlive = true;
  let isLoaded = false;
  let settle: Settle | undefined;
  const load = measureLoad(worker.performance);

  const nextMessage = (limitSeconds: number): Promise<ThreadMessage> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => fail(timedOut(timeoutSeconds)), limitSeconds * 1000);
      settle = (message) => {
        clearTimeout(timer);
        settle = undefined;
        resolve(message);
      };
    });
  const fail = (error: FunctionError): void => {
    isAlive = false;
    settle?.({ kind: 'error', error });
    void worker.terminate();
  };

  worker.on('message', (message: ThreadMessage) => {
    isLoaded = true;
    settle?.(message);
  });
  worker.on('error', (error: unknown) => fail(crashed(error)));
  worker.on('exit', () => fail(exited()));
  log.follow(operation, worker.stdout);
  log.follow(operation, worker.stderr);
  const ready = nextMessage(initSecondsMax + timeoutSeconds);

  return {
    get isAlive() {
      return isAlive;
    },
    // A thread measures nothing before its event loop runs.
    load: () => (isLoaded ? load.current() : 1),
    invoke: async (event) => {
      const requestId = randomUUID();
      let message = await ready;

      if (message.kind !== 'ready') {
        fail(exited());
      } else if (isAlive) {
        const answer = nextMessage(timeoutSeconds);
        load.restart();
        post(worker, { requestId, eventJson: JSON.stringify(event), timeoutMs: timeoutSeconds * 1000 });
        message = await answer;
      }
      if (message.kind === 'error') log.report(operation, { level: 'ERROR', requestId, ...message.error });

      return toResult(message);
    },
    kill: async () => {
      isAlive = false;
      await worker.terminate();
    },
  };
}

function createWorker({ definition, environment, partitionKeys, priority, clock }: ThreadOptions): Worker {
  const setup: ThreadSetup = {
    priority,
    clock,
    codeFolder: definition.codeFolder,
    handler: definition.handler,
    functionName: definition.name,
    functionArn: definition.arn,
    memoryMb: definition.memoryMb,
    caller: callerOf(definition, partitionKeys),
  };

  return new Worker(new URL('./function-thread-entry.ts', import.meta.url), {
    workerData: setup,
    env: { ...environment },
    execArgv: [],
    argv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: definition.memoryMb },
    name: definition.operation,
  });
}

function post(worker: Worker, message: InvokeMessage): void {
  worker.postMessage(message);
}

/** The last message of a thread that ended before it got the event is `ready`. */
function toResult(message: ThreadMessage): InvocationResult {
  if (message.kind === 'answer') return { kind: 'answer', payload: JSON.parse(message.answerJson) };

  return { kind: 'error', error: message.kind === 'error' ? message.error : exited() };
}

function timedOut(seconds: number): FunctionError {
  const errorMessage = `Task timed out after ${seconds.toFixed(2)} seconds`;

  return { errorType: 'Sandbox.Timedout', errorMessage, trace: [] };
}

function crashed(error: unknown): FunctionError {
  const description = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const errorMessage = 'The function crashed';

  return { errorType: 'Runtime.ExitError', errorMessage, trace: description.split('\n') };
}

function exited(): FunctionError {
  const errorMessage = 'The function exited without a response';

  return { errorType: 'Runtime.ExitError', errorMessage, trace: [] };
}
