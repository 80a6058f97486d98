import type { Deployment } from '../deployment.ts';
import { type Endpoints, type ServiceName, serviceNames } from '../lambda/function-environment.ts';
import type { Clients } from '../resources/clients.ts';
import type { FunctionModel } from '../template/functions.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { FaultKind, FaultSettings } from './fault-settings.ts';
import { startStaleCopy } from './stale-copy.ts';

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
  clients: Pick<Clients, 'dynamodb' | 'streams'>,
  { model, tableName }: Deployment,
): Promise<FaultyEngines> {
  const { lagSeconds } = settings;
  const copy =
    settings.rates.stale > 0 ? await startStaleCopy({ clients, tableName, lagSeconds }) : undefined;
  const started = await Promise.all(
    serviceNames.map(
      async (name) => [name, await startFaultProxy(name, engines[name], settings, copy?.names)] as const,
    ),
  );
  const endpoints = Object.fromEntries(started.map(([name, { endpoint }]) => [name, endpoint])) as Record<
    ServiceName,
    string
  >;

  return {
    endpoints,
    functions: model.functions.map((definition) => ({
      ...definition,
      environment: redirectCalls(definition.environment, engines, endpoints),
    })),
    counts: () => Object.fromEntries(started.map(([name, { counts }]) => [name, Object.fromEntries(counts)])),
    stop: async () => {
      await Promise.all([...started.map(([, proxy]) => proxy.stop()), copy?.stop()]);
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
  const redirect = (value: string) => {
    const service = serviceNames.find((each) => value === from[each] || value.startsWith(`${from[each]}/`));

    return service === undefined ? value : value.replace(from[service], to[service]);
  };

  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, redirect(value)]));
}
