import { execFile, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findEngine } from './engine-package.ts';
import { superviseEngine } from './engine-process.ts';
import { findFreePort, type LoopbackServer, loopbackHost } from './loopback.ts';

export interface DynamoDbOptions {
  readonly dataFolder: string;
  /** Stores the engine's process id, so that the next start can end it if this process dies first. */
  readonly pidFile: string;
  readonly port?: number | undefined;
  /** Called when the engine exits unexpectedly. */
  readonly onExit?: ((reason: string) => void) | undefined;
}

const startMsMax = 10_000;
const orphanEndMsMax = 3_000;

/**
 * Starts the embedded DynamoDB engine on the loopback address and waits until it responds. Its data survive a
 * kill of this process or of the engine.
 * @throws {EngineMissing} @throws {PortTaken}
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<LoopbackServer> {
  const databaseFile = join(options.dataFolder, 'dynamodb.db');
  mkdirSync(options.dataFolder, { recursive: true });
  mkdirSync(dirname(options.pidFile), { recursive: true });
  await stopOrphan(options.pidFile, databaseFile);
  const port = await findFreePort('DynamoDB', options.port);
  const child = spawn(
    findEngine(),
    ['serve', '--host', loopbackHost, '--port', String(port), '--db-path', databaseFile],
    // A separate process group: Ctrl-C must not end it before the invocations that still run.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const { pid } = child;
  if (pid !== undefined) writeFileSync(options.pidFile, String(pid));
  let lastOutput = '';
  child.stderr.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk.toString()).slice(-500);
  });
  child.once('exit', () => rmSync(options.pidFile, { force: true }));
  const endpoint = `http://${loopbackHost}:${port}`;

  return superviseEngine(child, {
    endpoint,
    isReady: ({ ok, headers }) => ok && headers.has('x-dynoxide-version'),
    onReady: () => indexStream(databaseFile),
    startMsMax,
    timeoutMessage: `DynamoDB engine did not answer at ${endpoint} within ${startMsMax} ms.`,
    StartError: Error,
    describeError: (error) => `DynamoDB engine could not be started: ${error.message}`,
    describeExit: (result) => `DynamoDB engine ended with ${result}: ${lastOutput.trim()}`,
    onExit: options.onExit,
  });
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
  const deadline = performance.now() + orphanEndMsMax;
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

/** The command line of a process, or undefined when there is no such process. */
async function readCommandLine(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    }

    return (await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command='])).stdout;
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
