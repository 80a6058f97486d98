import { rm } from 'node:fs/promises';
import { type Clock, createClockBuffer, installClock } from './clock.ts';
import { openContentCache } from './code/content-cache.ts';
import { createFunctionCode } from './code/function-code.ts';
import { deliverToTarget } from './deliver.ts';
import { type Deployment, deployTemplate } from './deployment.ts';
import { type EngineSet, startEngines } from './engine-set.ts';
import type { ScheduleTarget } from './engines/scheduler/schedule-runner.ts';
import { type FaultyEngines, startFaultyEngines } from './faults/faulty-engines.ts';
import { type ApiAddress, createApiAddress } from './gateway/api-address.ts';
import { type FunctionLog, openFunctionLog } from './lambda/function-log.ts';
import { type Clients, createClients } from './resources/clients.ts';
import { createFunctionRuntime, type FunctionRuntime } from './runtime.ts';
import type { Settings } from './settings.ts';
import { readSavedOffset } from './state/saved-clock.ts';
import type { StateFolder } from './state/state-folder.ts';
import { partitionKeysOf } from './template/tables.ts';

export interface FoundationOptions {
  readonly state: StateFolder;
  readonly settings: Settings;
  /** Writes the assembly that the stack runs. */
  readonly synthesise: (outputFolder: string) => Promise<void>;
  /** Also receives what the functions log. */
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
  /** Undefined if functions call the engines directly. */
  readonly faults: FaultyEngines | undefined;
}

/** The stack's own engines need no credentials, but the SDK does not sign requests without them. */
export const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };

type Deliver = (target: ScheduleTarget) => Promise<void>;

/** Starts the engines, creates the template's resources in them, and prepares the functions. */
export async function startFoundation(options: FoundationOptions): Promise<Foundation> {
  const { state, settings, echo, onStep } = options;
  const credentials = settings.credentials ?? localCredentials;
  const clock = installClock(createClockBuffer(readSavedOffset(state)));
  const log = openFunctionLog(state.file('functions.log'), echo);
  const report = (message: string) => log.report('local-stack', { level: 'ERROR', message });
  const deliverFunction = Promise.withResolvers<Deliver>();
  onStep?.('Starting the engines and making the templates');
  const [engines, assemblyFolder] = await Promise.all([
    startEngines({
      state,
      clock: clock.buffer,
      external: settings.external,
      dynamoDbLocal: settings.dynamoDbLocal,
      secretAccessKey: credentials.secretAccessKey,
      // Schedules that became due while the stack was off fire before the functions exist. Their deliveries wait.
      deliver: async (target) => (await deliverFunction.promise)(target),
      onDeliveryError: (error) => report(String(error)),
      onEngineExit: options.onEngineExit,
      onStep,
    }),
    writeAssembly(options),
  ]);
  const { endpoints } = engines;
  const streams = settings.streamsEndpoint ?? endpoints.dynamodb;
  const clients = createClients(settings.region, { ...endpoints, streams }, credentials);
  onStep?.('Creating the table, the queues, the bucket and the schedules');
  const deployment = await deployTemplate(assemblyFolder, settings.region, clients);
  const apiAddress = createApiAddress(deployment.model.api);
  const { functions } = deployment.model;
  const faults = settings.faults && (await startFaultyEngines(settings.faults, endpoints, functions));
  const runtime = createFunctionRuntime({
    functions: faults?.functions ?? functions,
    eventSources: deployment.model.eventSources,
    partitionKeys: partitionKeysOf(deployment.model.tables),
    region: settings.region,
    endpoints: faults?.endpoints ?? endpoints,
    credentials: settings.credentials,
    clock: clock.buffer,
    log,
    apiAddress,
    code: createFunctionCode(openContentCache()),
  });
  deliverFunction.resolve((target) =>
    deliverToTarget(target, {
      sqs: clients.sqs,
      queueUrls: deployment.queueUrls,
      invoke: runtime.invoke,
      onUnknownTarget: (arn) => report(`A schedule's target is not in the template: ${arn}`),
    }),
  );

  return { clock, log, engines, clients, deployment, runtime, apiAddress, faults };
}

async function writeAssembly({ state, synthesise }: FoundationOptions): Promise<string> {
  const folder = state.file('assembly');
  await rm(folder, { recursive: true, force: true });
  await synthesise(folder);

  return folder;
}
