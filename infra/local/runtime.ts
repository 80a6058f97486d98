import type { ClockBuffer } from './clock.ts';
import type { FunctionCode } from './code/function-code.ts';
import type { ApiAddress } from './gateway/api-address.ts';
import type { PartitionKeys } from './iam/dynamodb-access.ts';
import { type Credentials, type Endpoints, functionEnvironment } from './lambda/function-environment.ts';
import type { FunctionLog } from './lambda/function-log.ts';
import { createFunctionPool, type FunctionPool, threadsFor } from './lambda/function-pool.ts';
import type { InvocationResult } from './lambda/protocol.ts';
import type { EventSourceModel } from './template/event-sources.ts';
import type { FunctionModel } from './template/functions.ts';

export interface FunctionRuntime {
  /** Invokes a function by its ARN. Never rejects. */
  invoke(functionArn: string, event: unknown): Promise<InvocationResult>;
  /** Number of processors that the running invocations of one function, or of all functions, use. */
  load(functionArn?: string): number;
  /** Runs work that belongs to an invocation, and counts it in `runningInvocations`. */
  whileRunning<Result>(work: () => Promise<Result>): Promise<Result>;
  runningInvocations(): number;
  stop(graceMs: number): Promise<void>;
}

export interface RuntimeOptions {
  readonly functions: readonly FunctionModel[];
  readonly eventSources: readonly EventSourceModel[];
  readonly partitionKeys: PartitionKeys;
  readonly region: string;
  readonly endpoints: Endpoints;
  readonly credentials: Credentials | undefined;
  readonly clock: ClockBuffer;
  readonly log: FunctionLog;
  readonly apiAddress: Pick<ApiAddress, 'putInto'>;
  readonly code: FunctionCode;
}

/** All functions of the stack. Each runs in its own threads. */
export function createFunctionRuntime(options: RuntimeOptions): FunctionRuntime {
  const { eventSources, region, endpoints, credentials, clock, log, apiAddress } = options;
  const concurrencyOf = ({ name }: FunctionModel) =>
    eventSources.find(({ functionName }) => functionName === name)?.concurrency;
  const pools = new Map<string, FunctionPool>(
    options.functions.map((definition) => {
      const pool = createFunctionPool({
        definition,
        threadsMax: threadsFor(concurrencyOf(definition)),
        // Evaluated when a thread starts, because the API gets its address after the functions exist.
        get environment() {
          return apiAddress.putInto(functionEnvironment(definition, region, endpoints, credentials));
        },
        partitionKeys: options.partitionKeys,
        priority: priorityOf(definition, options),
        clock,
        log,
      });

      return [definition.arn, withCode(pool, definition, options)];
    }),
  );
  let running = 0;
  const whileRunning = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };

  return {
    invoke: async (functionArn, event) => {
      const pool = pools.get(functionArn);

      return pool ? whileRunning(() => pool.invoke(event)) : unknownFunction(functionArn);
    },
    whileRunning,
    load: (functionArn) =>
      [...pools]
        .filter(([arn]) => functionArn === undefined || arn === functionArn)
        .reduce((sum, [, pool]) => sum + pool.load(), 0),
    runningInvocations: () => running,
    stop: async (graceMs) => {
      await Promise.all([...pools.values()].map((pool) => pool.stop(graceMs)));
    },
  };
}

/**
 * All functions share a few processors here. A lower number has priority. Requests and stream consumers have priority over queue
 * consumers. Functions with little memory, which get little processor time on Lambda, have the lowest priority.
 */
function priorityOf({ name, memoryMb }: FunctionModel, { eventSources }: RuntimeOptions): number {
  if (memoryMb < 512) return 10;
  const isQueueWorker = eventSources.some(
    ({ functionName, sourceArn }) => functionName === name && sourceArn.includes(':sqs:'),
  );

  return isQueueWorker ? 5 : 0;
}

/**
 * Bundles the function's code before its first invocation. A bundling error is the result of the invocation.
 * Invocations that wait for the bundle count as load: pollers would otherwise fetch one batch after the other,
 * and all threads would start at the same time.
 */
function withCode(
  pool: FunctionPool,
  definition: FunctionModel,
  { code, log }: Pick<RuntimeOptions, 'code' | 'log'>,
): FunctionPool {
  let preparing = 0;

  return {
    ...pool,
    load: () => pool.load() + preparing,
    invoke: async (event) => {
      preparing += 1;
      try {
        await code.prepare(definition);
      } catch (error) {
        const errorMessage = error instanceof Error ? error.message : String(error);
        const functionError = { errorType: 'Runtime.ImportModuleError', errorMessage, trace: [] };
        log.report(definition.operation, { level: 'ERROR', ...functionError });

        return { kind: 'error', error: functionError };
      } finally {
        preparing -= 1;
      }

      return pool.invoke(event);
    },
  };
}

function unknownFunction(arn: string): InvocationResult {
  return {
    kind: 'error',
    error: { errorType: 'ResourceNotFoundException', errorMessage: `Function not found: ${arn}`, trace: [] },
  };
}
