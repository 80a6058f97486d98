import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { UserError } from '../user-error.ts';
import type { DynamoDb } from './dynamodb.ts';
import { superviseEngine } from './engine-process.ts';
import { findFreePort, loopbackHost } from './loopback.ts';

export interface DynamoDbLocalOptions {
  /** The folder with `DynamoDBLocal.jar`. */
  readonly library: string;
  readonly dataFolder: string;
  readonly port?: number | undefined;
  readonly onExit?: ((reason: string) => void) | undefined;
  /** Default 60,000. */
  readonly startMsMax?: number;
}

/** Between the folders of a Java path. */
const separator = process.platform === 'win32' ? ';' : ':';

/**
 * Starts AWS's DynamoDB Local, in Java. Its data persist after this process ends.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.UsageNotes.html
 * @throws UserError when the folder has no DynamoDB Local, or Java does not start it
 */
export async function startDynamoDbLocal(options: DynamoDbLocalOptions): Promise<DynamoDb> {
  const { library, dataFolder, onExit, startMsMax = 60_000 } = options;
  mkdirSync(dataFolder, { recursive: true });
  const port = await findFreePort('DynamoDB Local', options.port);
  const folders = [library, join(library, 'DynamoDBLocal_lib')];
  const classPath = folders.map((folder) => join(folder, '*'));
  const parameters = [
    ...[`-Djava.library.path=${folders.join(separator)}`, '-cp', classPath.join(separator)],
    'software.amazon.dynamodb.services.local.main.ServerRunner',
    ...['-sharedDb', '-disableTelemetry', '-dbPath', dataFolder, '-port', String(port)],
  ];
  // A separate process group, as for the embedded engine: Ctrl-C must not end it while invocations still run.
  const child = spawn('java', parameters, { stdio: 'ignore', detached: true, cwd: dataFolder });
  const endpoint = `http://${loopbackHost}:${port}`;
  const stop = await superviseEngine(child, {
    waitUntilReady: (exitReason) => waitUntilResponding(endpoint, exitReason, startMsMax),
    describeError: () => 'Java is needed to run DynamoDB Local: the command java was not found.',
    describeExit: (result) =>
      `DynamoDB Local in ${library} ended with ${result}. Does the folder hold DynamoDBLocal.jar?`,
    onExit,
  });

  return { endpoint, stop };
}

async function waitUntilResponding(
  endpoint: string,
  exitReason: () => string | undefined,
  startMsMax: number,
): Promise<void> {
  const deadline = performance.now() + startMsMax;
  while (performance.now() < deadline) {
    const reason = exitReason();
    if (reason !== undefined) throw new UserError(reason);
    if (await fetch(endpoint).catch(() => undefined)) return;
    await pause(50);
  }
  throw new UserError(`DynamoDB Local did not answer at ${endpoint} within ${startMsMax / 1000} s.`);
}
