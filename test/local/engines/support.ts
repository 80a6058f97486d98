import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { createClockBuffer, installClock } from '../../../infra/local/clock.ts';

export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
export const region = 'eu-west-1';

/** A folder that is deleted when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'engines-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));

  return folder;
}

/** Stops the engine when the test ends. */
export async function stopAfterTest<Engine extends { stop(): Promise<void> }>(
  starting: Promise<Engine>,
): Promise<Engine> {
  const engine = await starting;
  onTestFinished(() => engine.stop());

  return engine;
}

/** Starts an engine in its own process. */
export async function spawnEngine(engine: 'dynamodb' | 'sqs' | 'scheduler' | 'mail', folder: string) {
  const file = fileURLToPath(new URL('./engine-process.ts', import.meta.url));
  const child = spawn(process.execPath, [file, engine, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => killHard(child));
  const [endpoint] = await once(createInterface(child.stdout), 'line');

  return { endpoint: String(endpoint), child, kill: () => killHard(child) };
}

async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** Moves `Date.now()` like the local stack, until the test ends. */
export function movableClock() {
  const clock = installClock(createClockBuffer());
  onTestFinished(clock.uninstall);

  return {
    buffer: clock.buffer,
    advanceSeconds(seconds: number) {
      clock.setOffset(clock.offsetMs() + seconds * 1000);
    },
  };
}
