import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { streamDeadLetters } from '../admin/queues.ts';
import { startControlServer } from './control-server.ts';
import type { Deployment } from './deployment.ts';
import { type EngineSet, startAtSavedPort } from './engine-set.ts';
import { type Foundation, type FoundationOptions, startFoundation } from './foundation.ts';
import { startGateway } from './gateway/gateway.ts';
import type { ReadObject } from './gateway/object-responses.ts';
import { withInboxFile } from './inbox-file.ts';
import { credentialVariables, endpointVariables } from './lambda/function-environment.ts';
import { measureLoad } from './lambda/thread-load.ts';
import type { ReadyReport, SeededAccess } from './ready-report.ts';
import { withReference } from './reference-files.ts';
import { localCredentials, type Settings } from './settings.ts';
import { startEventSources } from './sources/event-sources.ts';
import { type StartedParts, startParts } from './started-parts.ts';
import { saveOffset } from './state/state-folder.ts';

/** Creates the credentials for using the stack. Idempotent. */
export type Seed = (input: {
  environment: Record<string, string>;
  stateFolder: string;
  mail: EngineSet['mail'];
}) => Promise<SeededAccess>;

export interface LocalStackOptions extends FoundationOptions {
  readonly seed: Seed;
  readonly readDashboardFile: ReadObject;
}

export interface LocalStack {
  readonly report: ReadyReport;
  /** Bundles the functions that nothing has called yet. */
  prepareFunctions(): Promise<void>;
  /** Waits for running invocations, at most `graceMs`, then stops everything. State is kept. */
  stop(graceMs: number): Promise<void>;
}

/** Starts all parts of the stack. Rejects with UserError or PortTaken for problems that the user can fix. */
export function startLocalStack(options: LocalStackOptions): Promise<LocalStack> {
  return startParts((parts) => startStack(options, parts));
}

async function startStack(options: LocalStackOptions, parts: StartedParts): Promise<LocalStack> {
  const { state, settings } = options;
  const foundation = await startFoundation(options);
  parts.add(foundation.stop);
  const { engines, deployment } = foundation;
  options.onStep?.('Starting the API');
  const gateway = await startApi(foundation, options);
  parts.add(() => gateway.stop(0));
  // From now on, variables contain this address instead of the API's AWS address.
  foundation.apiAddress.resolve(gateway.endpoint);
  const environment = operatorEnvironment(foundation, settings);
  const { user, ...access } = await options.seed({
    environment,
    stateFolder: state.path,
    mail: engines.mail,
  });
  const sources = startSources(foundation, options);
  parts.add(sources.stop);
  const control = await startControl(foundation, options);

  return {
    report: {
      ...access,
      baseUrl: gateway.endpoint,
      dashboard: { url: `${gateway.endpoint}/dashboard/`, ...user },
      referenceUrl: `${gateway.endpoint}/docs`,
      mail: { smtp: engines.mail.smtp, imap: engines.mail.imap, webUrl: engines.mail.webUrl },
      tableName: deployment.tableName,
      get clockOffsetMs() {
        return foundation.clock.offsetMs();
      },
      controlUrl: control.endpoint,
      endpoints: engines.endpoints,
      functionEndpoints: foundation.faults?.endpoints ?? engines.endpoints,
      environment,
    },
    prepareFunctions: () => foundation.code.prepareAll(deployment.model.functions),
    stop: async (graceMs) => {
      const stopped = Promise.all([gateway.stop(graceMs), sources.stop(), control.stop()]);
      await Promise.race([stopped, pause(graceMs, undefined, { ref: false })]);
      await foundation.runtime.stop(0);
      await stopped;
      await foundation.stop();
    },
  };
}

function startApi({ deployment, engines, runtime, apiAddress }: Foundation, options: LocalStackOptions) {
  const { state, settings } = options;
  const start = (port: number | undefined) =>
    startGateway({
      api: deployment.model.api,
      port: port ?? 0,
      invoke: runtime.invoke,
      readObject: withInboxFile(withReference(options.readDashboardFile, apiAddress.current), engines.mail),
    });

  // With PORT=0 the port is reused, so that links in emails from before a restart still work.
  return settings.port === 0 ? startAtSavedPort(state, 'api', start) : start(settings.port);
}

function startSources(foundation: Foundation, { state, settings }: FoundationOptions) {
  const { clients, deployment, engines, log, runtime } = foundation;
  // The gateway and the pollers run in this thread.
  const loadOfThisThread = measureLoad(performance);

  return startEventSources({
    ...deployment,
    clients,
    region: settings.region,
    checkpointFile: (mappingId) => join(state.file('checkpoints'), `${mappingId}.json`),
    invoke: runtime.invoke,
    load: (functionArn) =>
      functionArn === undefined
        ? runtime.load() + engines.load() + loadOfThisThread.current()
        : runtime.load(functionArn),
    whileRunning: runtime.whileRunning,
    onError: (mappingId, error) => {
      log.report('local-stack', { level: 'ERROR', mappingId, message: String(error) });
    },
  });
}

function startControl(foundation: Foundation, { state }: FoundationOptions) {
  return startAtSavedPort(state, 'control', (port) =>
    startControlServer({
      port,
      foundation,
      saveOffset: (offsetMs) => saveOffset(state, offsetMs),
      stop: () => process.kill(process.pid, 'SIGTERM'),
    }),
  );
}

/** The variables with which the operator's commands reach the stack. */
function operatorEnvironment(
  { deployment, engines, apiAddress }: Foundation,
  settings: Settings,
): Record<string, string> {
  const environments = deployment.model.functions.map(({ environment }) => environment);

  return {
    ...apiAddress.putInto(commonVariables(environments)),
    ...deadLetterVariable(deployment),
    ...endpointVariables(engines.endpoints),
    ...credentialVariables(settings.credentials ?? localCredentials),
    AWS_REGION: settings.region,
  };
}

/** The URL of a stream's dead-letter queue is in the event source mapping, not in a function's variables. */
function deadLetterVariable({ model, queueUrls }: Deployment): Record<string, string> {
  const arn = model.eventSources.find(({ onFailureArn }) => onFailureArn !== undefined)?.onFailureArn;
  const url = queueUrls.get(arn?.split(':').at(-1) ?? '');

  return url === undefined ? {} : { [streamDeadLetters.variable]: url };
}

/** The variables of all functions, except those with values that differ between functions, such as the function's name. */
function commonVariables(environments: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const values: Record<string, string> = Object.assign({}, ...environments);
  const isCommon = ([name, value]: [string, string]) =>
    environments.every((environment) => (environment[name] ?? value) === value);

  return Object.fromEntries(Object.entries(values).filter(isCommon));
}
