import { resolve } from 'node:path';
import type { ClockBuffer } from './clock.ts';
import { startDynamoDb } from './engines/dynamodb.ts';
import { fetchDynamoDbLocal, startDynamoDbLocal } from './engines/dynamodb-local.ts';
import { startKms } from './engines/kms.ts';
import { PortTaken } from './engines/loopback.ts';
import { type MailCatcher, startMailCatcher } from './engines/mail/mail-catcher.ts';
import { startS3 } from './engines/s3.ts';
import type { ScheduleTarget } from './engines/scheduler/schedule-runner.ts';
import { type Scheduler, startScheduler } from './engines/scheduler/scheduler.ts';
import { type Sqs, startSqs } from './engines/sqs.ts';
import type { Endpoints } from './lambda/function-environment.ts';
import type { Settings } from './settings.ts';
import { type StartedParts, startParts } from './started-parts.ts';
import type { StateFolder } from './state/state-folder.ts';

export interface EngineSetOptions {
  readonly state: StateFolder;
  readonly clock: ClockBuffer;
  readonly external: Settings['external'];
  /** Secret key of all callers. It verifies the URLs that functions sign. */
  readonly secretAccessKey: string;
  readonly deliver: (target: ScheduleTarget) => Promise<void>;
  readonly onDeliveryError: (error: unknown) => void;
  readonly onEngineExit: (reason: string) => void;
  readonly dynamoDbLocal?: Settings['dynamoDbLocal'];
  readonly onStep?: ((step: string) => void) | undefined;
}

/** The engines of a stack: its own ones and external ones. */
export interface EngineSet {
  readonly endpoints: Endpoints;
  readonly mail: Pick<MailCatcher, 'smtp' | 'imap' | 'webUrl'>;
  /** Schedules of the stack's own scheduler; undefined with an external one. */
  pendingSchedules(): ReturnType<Scheduler['pending']> | undefined;
  /** Depths of the stack's own queues; undefined with an external engine, which is queried over HTTP. */
  queueDepths(): ReturnType<Sqs['queueDepths']> | undefined;
  /** Number of processors in use by the engines in this process. */
  load(): number;
  stop(): Promise<void>;
}

/** Starts the engines that have no external endpoint. They reuse the ports of the last run if those are free. */
export function startEngines(options: EngineSetOptions): Promise<EngineSet> {
  return startParts((parts) => startMissingEngines(options, parts));
}

async function startMissingEngines(options: EngineSetOptions, parts: StartedParts): Promise<EngineSet> {
  const { external, state } = options;
  const track = <Engine extends { stop(): Promise<void> }>(engine: Engine): Engine => {
    parts.add(() => engine.stop());

    return engine;
  };
  const dynamodb = external.dynamodb ?? track(await startLocalDynamoDb(options)).endpoint;
  const localSqs = external.sqs === undefined ? track(await startLocalSqs(options)) : undefined;
  const sqs = external.sqs ?? localSqs?.endpoint ?? '';
  const kms = external.kms ?? track(await startLocalKms(state)).endpoint;
  const s3 = external.s3 ?? track(await startLocalS3(options)).endpoint;
  const mail = track(await startLocalMailCatcher(state));
  const localScheduler =
    external.scheduler === undefined ? track(await startLocalScheduler(options)) : undefined;
  const scheduler = external.scheduler ?? localScheduler?.endpoint ?? '';

  return {
    endpoints: { dynamodb, sqs, scheduler, kms, s3 },
    mail,
    pendingSchedules: () => localScheduler?.pending(),
    queueDepths: () => localSqs?.queueDepths(),
    load: () => localSqs?.load() ?? 0,
    stop: parts.stop,
  };
}

/** Starts the embedded engine, or DynamoDB Local, which also runs on platforms without a package of the embedded engine. */
async function startLocalDynamoDb({ state, onEngineExit, dynamoDbLocal, onStep }: EngineSetOptions) {
  if (dynamoDbLocal !== undefined) {
    const { folder } = dynamoDbLocal;
    const reportDownload = () => onStep?.('Downloading DynamoDB Local from Maven Central, once');
    const library = folder === undefined ? await fetchDynamoDbLocal(reportDownload) : resolve(folder);
    onStep?.(`Starting DynamoDB Local from ${library}, with Java`);

    return startAtSavedPort(state, 'dynamodb', (port) =>
      startDynamoDbLocal({ library, dataFolder: state.file('dynamodb-local'), port, onExit: onEngineExit }),
    );
  }

  return startAtSavedPort(state, 'dynamodb', (port) =>
    startDynamoDb({
      dataFolder: state.file('dynamodb'),
      pidFile: state.file('dynamodb.pid'),
      port,
      onExit: onEngineExit,
    }),
  );
}

function startLocalSqs({ state, clock }: EngineSetOptions) {
  return startAtSavedPort(state, 'sqs', (port) => startSqs({ dataFolder: state.file('sqs'), port, clock }));
}

function startLocalKms(state: StateFolder) {
  return startAtSavedPort(state, 'kms', (port) => startKms({ keyFile: state.file('kms.key'), port }));
}

function startLocalS3({ state, secretAccessKey }: EngineSetOptions) {
  return startAtSavedPort(state, 's3', (port) =>
    startS3({ dataFolder: state.file('s3'), port, secretAccessKey }),
  );
}

function startLocalMailCatcher(state: StateFolder) {
  return startAtSavedPorts(
    state,
    ['smtp', 'imap', 'mailWeb'],
    ([smtpPort, imapPort, webPort]) =>
      startMailCatcher({ databaseFile: state.file('mail.sqlite'), smtpPort, imapPort, webPort }),
    ({ smtp, imap, webUrl }) => ({ smtp: smtp.port, imap: imap.port, mailWeb: portOfUrl(webUrl) }),
  );
}

function startLocalScheduler({ state, deliver, onDeliveryError }: EngineSetOptions) {
  return startAtSavedPort(state, 'scheduler', (port) =>
    startScheduler({
      databaseFile: state.file('scheduler.sqlite'),
      port,
      deliver,
      onFailure: onDeliveryError,
    }),
  );
}

/** Starts a server on the port of its last run if the port is free, and saves its port. @param name key of the saved port */
export function startAtSavedPort<Started extends { readonly endpoint: string }>(
  state: StateFolder,
  name: string,
  start: (port: number | undefined) => Promise<Started>,
): Promise<Started> {
  return startAtSavedPorts(
    state,
    [name],
    ([port]) => start(port),
    ({ endpoint }) => ({ [name]: portOfUrl(endpoint) }),
  );
}

type Ports = Readonly<Record<string, number>>;

/** If another process uses one of the ports, all servers get new ports. */
async function startAtSavedPorts<Started>(
  state: StateFolder,
  names: readonly string[],
  start: (ports: readonly (number | undefined)[]) => Promise<Started>,
  portsOf: (started: Started) => Ports,
): Promise<Started> {
  const ports = names.map((name) => state.port(name));
  const started = await start(ports).catch((error: unknown) => {
    if (error instanceof PortTaken && ports.some((port) => port !== undefined))
      return start(names.map(() => 0));
    throw error;
  });
  for (const [name, port] of Object.entries(portsOf(started))) state.savePort(name, port);

  return started;
}

function portOfUrl(url: string): number {
  return Number(new URL(url).port);
}
