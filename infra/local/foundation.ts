import { rm } from 'node:fs/promises';
import { type Clock, createClockBuffer, installClock } from './clock.ts';
import { openContentCache } from './code/content-cache.ts';
import { createFunctionCode, type FunctionCode } from './code/function-code.ts';
import { deliverToTarget } from './deliver.ts';
import { type Deployment, deployTemplate } from './deployment.ts';
import { type EngineSet, startEngines } from './engine-set.ts';
import type { ScheduleTarget } from './engines/scheduler/schedule-runner.ts';
import { type FaultyEngines, startFaultyEngines } from './faults/faulty-engines.ts';
import { type ApiAddress, createApiAddress } from './gateway/api-address.ts';
import { type FunctionLog, openFunctionLog } from './lambda/function-log.ts';
import { type Clients, createClients } from './resources/clients.ts';
import { createFunctionRuntime, type FunctionRuntime } from './runtime.ts';
import { localCredentials, type Settings } from './settings.ts';
import { type StartedParts, startParts } from './started-parts.ts';
import { readSavedOffset, type StateFolder } from './state/state-folder.ts';
import { partitionKeysOf } from './template/tables.ts';

export interface FoundationOptions {
  readonly state: StateFolder;
  readonly settings: Settings;
  /** Writes the assembly that the stack runs. */
  readonly synthesise: (outputFolder: string) => Promise<void>;
  /** Gets each line of `functions.log` as well; undefined without `--verbose`. */
  readonly echo: ((line: string) => void) | undefined;
  readonly onEngineExit: (reason: string) => void;
  /** Called with each step of the start when it begins. */
  readonly onStep?: ((step: string) => void) | undefined;
}

/** Components that must exist before the first request: clock, engines, resources and functions. */
export interface Foundation {
  readonly clock: Clock;
  readonly log: FunctionLog;
  readonly engines: EngineSet;
  readonly clients: Clients;
  readonly deployment: Deployment;
  readonly runtime: FunctionRuntime;
  /** Address of the API, set when the gateway has started. */
  readonly apiAddress: ApiAddress;
  readonly code: FunctionCode;
  /** Undefined if functions call the engines directly. */
  readonly faults: FaultyEngines | undefined;
  /** Ends all functions, then stops the other components. */
  stop(): Promise<void>;
}

type Deliver = (target: ScheduleTarget) => Promise<void>;

/** Starts the engines, creates the template's resources in them, and prepares the functions. */
export function startFoundation(options: FoundationOptions): Promise<Foundation> {
  return startParts((parts) => startComponents(options, parts));
}

async function startComponents(options: FoundationOptions, parts: StartedParts): Promise<Foundation> {
  const { state, settings, echo, onStep } = options;
  const credentials = settings.credentials ?? localCredentials;
  const clock = installClock(createClockBuffer(readSavedOffset(state)));
  parts.add(clock.uninstall);
  const log = openFunctionLog(state.file('functions.log'), echo);
  parts.add(log.close);
  const report = (message: string) => log.report('local-stack', { level: 'ERROR', message });
  const deliveryReady = Promise.withResolvers<Deliver>();
  onStep?.('Starting the engines and making the templates');
  // Schedules that became due while the stack was off fire before the functions exist. Their deliveries wait.
  const deliver: Deliver = async (target) => (await deliveryReady.promise)(target);
  const starting = startEngines({
    ...engineOptions(options, clock),
    deliver,
    onDeliveryError: (error) => report(String(error)),
  });
  parts.add(async () => (await starting.catch(() => undefined))?.stop());
  const [engines, assemblyFolder] = await Promise.all([starting, writeAssembly(options)]);
  const { endpoints } = engines;
  const streams = settings.streamsEndpoint ?? endpoints.dynamodb;
  const clients = createClients(settings.region, { ...endpoints, streams }, credentials);
  parts.add(clients.close);
  onStep?.('Creating the table, the queues, the bucket and the schedules');
  const deployment = await deployTemplate(assemblyFolder, settings.region, clients);
  const apiAddress = createApiAddress(deployment.model.api);
  const faults =
    settings.faults && (await startFaultyEngines(settings.faults, endpoints, clients, deployment));
  parts.add(() => faults?.stop());
  const components = { clock, log, engines, clients, deployment, apiAddress, faults };
  const code = createFunctionCode(openContentCache());
  const runtime = startFunctions({ ...components, code }, settings);
  // Without a grace period: the stack itself waits for running invocations before it stops its parts.
  parts.add(() => runtime.stop(0));
  deliveryReady.resolve((target) =>
    deliverToTarget(target, {
      sqs: clients.sqs,
      queueUrls: deployment.queueUrls,
      invoke: runtime.invoke,
      onUnknownTarget: (arn) => report(`A schedule's target is not in the template: ${arn}`),
    }),
  );

  return { ...components, code, runtime, stop: parts.stop };
}

function engineOptions({ state, settings, onEngineExit, onStep }: FoundationOptions, clock: Clock) {
  return {
    state,
    clock: clock.buffer,
    external: settings.external,
    dynamoDbLocal: settings.dynamoDbLocal,
    secretAccessKey: (settings.credentials ?? localCredentials).secretAccessKey,
    onEngineExit,
    onStep,
  };
}

function startFunctions(
  { clock, log, engines, deployment, apiAddress, faults, code }: Omit<Foundation, 'runtime' | 'stop'>,
  { region, credentials }: Settings,
): FunctionRuntime {
  const { functions, eventSources, tables } = deployment.model;

  return createFunctionRuntime({
    functions: faults?.functions ?? functions,
    eventSources,
    partitionKeys: partitionKeysOf(tables),
    region,
    endpoints: faults?.endpoints ?? engines.endpoints,
    credentials,
    clock: clock.buffer,
    log,
    apiAddress,
    code,
  });
}

async function writeAssembly({ state, synthesise }: FoundationOptions): Promise<string> {
  const folder = state.file('assembly');
  await rm(folder, { recursive: true, force: true });
  await synthesise(folder);

  return folder;
}
