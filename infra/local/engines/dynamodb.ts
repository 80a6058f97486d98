import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort, loopbackHost } from './loopback.ts';
import { readCommandLine } from './process-table.ts';

export interface DynamoDbOptions {
  readonly dataFolder: string;
  /** Stores the engine's process id, so that the next start can end it if this process dies first. */
  readonly pidFile: string;
  readonly port?: number | undefined;
  /** Called when the engine exits unexpectedly. */
  readonly onExit?: ((reason: string) => void) | undefined;
}

export interface DynamoDb {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** No DynamoDB engine is installed for this platform. */
export class EngineMissing extends Error {
  constructor(platform: string) {
    super(
      `No embedded DynamoDB engine is installed for ${platform} (npm package @dynoxide/${platform}). ` +
        'Install Java, unpack DynamoDB Local ' +
        '(https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/DynamoDBLocal.DownloadingAndRunning.html), ' +
        'and start with DYNAMODB_LOCAL=<its folder>, or set AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB of your own.',
    );
    this.name = 'EngineMissing';
  }
}

const startMsMax = 10_000;
const stopMsMax = 3_000;

/**
 * Starts the embedded DynamoDB engine on the loopback address and waits until it responds. Its data survive a
 * kill of this process or of the engine.
 * @throws {EngineMissing} @throws {PortTaken}
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<DynamoDb> {
  const binary = findBinary(`${process.platform}-${process.arch}`);
  const databaseFile = join(options.dataFolder, 'dynamodb.db');
  mkdirSync(options.dataFolder, { recursive: true });
  mkdirSync(dirname(options.pidFile), { recursive: true });
  await stopOrphan(options.pidFile, databaseFile);
  const port = await findFreePort('DynamoDB', options.port);
  const child = spawn(
    binary,
    ['serve', '--host', loopbackHost, '--port', String(port), '--db-path', databaseFile],
    // A separate process group: Ctrl-C must not end it before the invocations that still run.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const engine = watchChild(child, options);
  const endpoint = `http://${loopbackHost}:${port}`;
  try {
    await waitUntilHealthy(endpoint, engine.exitReason);
    indexStream(databaseFile);
  } catch (error) {
    await engine.stop();
    throw error;
  }

  return { endpoint, stop: engine.stop };
}

/** Whether the embedded engine is installed for a platform, such as `linux-x64`. */
export function isEngineInstalled(platform = `${process.platform}-${process.arch}`): boolean {
  try {
    findBinary(platform);

    return true;
  } catch (error) {
    if (error instanceof EngineMissing) return false;
    throw error;
  }
}

/** The path of the embedded engine's program. @throws {EngineMissing} */
export function findBinary(platform: string): string {
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}/dynoxide`);
  } catch {
    throw new EngineMissing(platform);
  }
}

function watchChild(child: ChildProcess, options: DynamoDbOptions) {
  let isStopping = false;
  let lastOutput = '';
  let reason: string | undefined;
  const killWithParent = () => child.kill('SIGKILL');
  process.once('exit', killWithParent);
  child.stderr?.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk.toString()).slice(-500);
  });
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`DynamoDB engine could not be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      resolve(`DynamoDB engine ended with ${signal ?? code}: ${lastOutput.trim()}`),
    );
  });
  if (child.pid !== undefined) {
    writeFileSync(options.pidFile, String(child.pid));
  }
  void exited.then((exitReason) => {
    reason = exitReason;
    process.off('exit', killWithParent);
    if (!isStopping) {
      options.onExit?.(exitReason);
    }
  });

  return {
    exitReason: () => reason,
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => child.kill('SIGKILL'), stopMsMax);
      await exited;
      clearTimeout(killTimer);
      rmSync(options.pidFile, { force: true });
    },
  };
}

async function waitUntilHealthy(endpoint: string, readExitReason: () => string | undefined): Promise<void> {
  const deadline = performance.now() + startMsMax;
  while (performance.now() < deadline) {
    const exitReason = readExitReason();
    if (exitReason !== undefined) {
      throw new Error(exitReason);
    }
    const response = await fetch(endpoint).catch(() => undefined);
    if (response?.ok === true && response.headers.has('x-dynoxide-version')) {
      return;
    }
    await pause(20);
  }
  throw new Error(`DynamoDB engine did not answer at ${endpoint} within ${startMsMax} ms.`);
}

/** An orphaned engine keeps the database file open; two engines on one file would not see each other's writes. */
async function stopOrphan(pidFile: string, databaseFile: string): Promise<void> {
  const pid = readPid(pidFile);
  const commandLine = pid === undefined ? undefined : await readCommandLine(pid);
  // Process ids are reused: only an engine that serves this database file may be killed.
  if (pid === undefined || !commandLine?.includes('dynoxide') || !commandLine.includes(databaseFile)) {
    return;
  }
  process.kill(pid, 'SIGKILL');
  const deadline = performance.now() + stopMsMax;
  // A zombie process keeps its id, but has no command line.
  while ((await readCommandLine(pid))?.includes('dynoxide') && performance.now() < deadline) {
    await pause(10);
  }
}

function readPid(pidFile: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));

    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

const busyMsMax = 5_000;

/**
 * Adds an index that dynoxide 1.2.1 lacks. Each write reads the stream's highest sequence number, and each
 * stream read selects by sequence number. Without the index both scan the whole stream: after 1,000 emails, a
 * write takes five times as long. Idempotent; the engine may be running.
 */
function indexStream(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile, { timeout: busyMsMax });
  try {
    database.exec(`CREATE INDEX IF NOT EXISTS stream_by_number
      ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`);
  } finally {
    database.close();
  }
}
