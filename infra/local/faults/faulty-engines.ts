import type { Endpoints } from '../lambda/function-environment.ts';
import type { FunctionModel } from '../template/functions.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import type { FaultKind, FaultSettings } from './fault-settings.ts';

/** Endpoints with faults for the functions. The stack's own calls use the engines directly. */
export interface FaultyEngines {
  readonly endpoints: Endpoints;
  /** The functions of the template, with variables that refer to the proxies. */
  readonly functions: readonly FunctionModel[];
  /** Number of injected faults of each kind, by service. */
  counts(): Readonly<Record<string, Readonly<Partial<Record<FaultKind, number>>>>>;
  stop(): Promise<void>;
}

/** Starts a fault proxy in front of each engine, and gives the functions the proxies' addresses. */
export async function startFaultyEngines(
  settings: FaultSettings,
  engines: Endpoints,
  functions: readonly FunctionModel[],
): Promise<FaultyEngines> {
  const [dynamodb, sqs, scheduler, kms, s3] = await Promise.all([
    startFaultProxy('dynamodb', engines.dynamodb, settings),
    startFaultProxy('sqs', engines.sqs, settings),
    startFaultProxy('scheduler', engines.scheduler, settings),
    startFaultProxy('kms', engines.kms, settings),
    startFaultProxy('s3', engines.s3, settings),
  ]);
  const proxies: Readonly<Record<keyof Endpoints, FaultProxy>> = { dynamodb, sqs, scheduler, kms, s3 };
  const endpoints: Endpoints = {
    dynamodb: dynamodb.endpoint,
    sqs: sqs.endpoint,
    scheduler: scheduler.endpoint,
    kms: kms.endpoint,
    s3: s3.endpoint,
  };
  const countsOf = ({ counts }: FaultProxy) => Object.fromEntries(counts);

  return {
    endpoints,
    functions: functions.map((definition) => ({
      ...definition,
      environment: redirectCalls(definition.environment, engines, endpoints),
    })),
    counts: () =>
      Object.fromEntries(Object.entries(proxies).map(([service, proxy]) => [service, countsOf(proxy)])),
    stop: async () => {
      await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()));
    },
  };
}

/**
 * Variables that redirect calls to other endpoints of the same services: the SDK's endpoint variables and the
 * queue URLs, because the SDK sends to the host of a queue's URL.
 */
export function redirectCalls(
  environment: Readonly<Record<string, string>>,
  from: Endpoints,
  to: Endpoints,
): Record<string, string> {
  const services = ['dynamodb', 'sqs', 'scheduler', 'kms', 's3'] as const;
  const redirect = (value: string) => {
    const service = services.find((each) => value === from[each] || value.startsWith(`${from[each]}/`));

    return service === undefined ? value : value.replace(from[service], to[service]);
  };

  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, redirect(value)]));
}
