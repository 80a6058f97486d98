import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../command-line/user-error.ts';
import { cachedFolder } from './engine-cache.ts';
import { superviseEngine } from './engine-process.ts';
import { findFreePort, type LoopbackServer, loopbackHost } from './loopback.ts';
import { downloadPackage, type MavenPackage } from './maven.ts';

export const dynamoDbLocalPackage: MavenPackage = {
  group: 'software.amazon.dynamodb',
  artifact: 'DynamoDBLocal',
  version: '3.1.0',
};

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
export async function startDynamoDbLocal(options: DynamoDbLocalOptions): Promise<LoopbackServer> {
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

  return superviseEngine(child, {
    endpoint,
    // The port was free, so any response is from DynamoDB Local.
    isReady: () => true,
    startMsMax,
    timeoutMessage: `DynamoDB Local did not answer at ${endpoint} within ${startMsMax / 1000} s.`,
    StartError: UserError,
    describeError: () => 'Java is needed to run DynamoDB Local: the command java was not found.',
    describeExit: (result) =>
      `DynamoDB Local in ${library} ended with ${result}. Does the folder hold DynamoDBLocal.jar?`,
    onExit,
  });
}

/**
 * The folder with DynamoDB Local, which is downloaded once.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.DownloadingAndRunning.html
 * @param beforeDownload is called before a download, not when an earlier one is there
 * @throws UserError when Maven is not installed or cannot download it
 */
export async function fetchDynamoDbLocal(beforeDownload?: () => void): Promise<string> {
  return cachedFolder(`dynamodb-local-${dynamoDbLocalPackage.version}`, async (folder) => {
    beforeDownload?.();
    await downloadPackage(dynamoDbLocalPackage, folder).catch((error: unknown) => {
      throw new UserError(
        `DynamoDB Local cannot be downloaded with Maven. ${error instanceof Error ? error.message : error} ` +
          'Install Java and Maven, or unpack DynamoDB Local and start with DYNAMODB_LOCAL=<its folder>.',
      );
    });
  });
}
