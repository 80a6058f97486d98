/**
 * Test files share a thread, so that it loads libraries once. This gives each file what a new process would
 * have: new modules of the project, and unchanged environment variables and built-in functions.
 */
import { ClientRequest } from 'node:http';
import { vi } from 'vitest';

interface ProcessState {
  readonly environment: NodeJS.ProcessEnv;
  readonly write: typeof process.stdout.write;
  readonly end: typeof ClientRequest.prototype.end;
}

const worker = globalThis as typeof globalThis & { stateAtStart?: ProcessState };

worker.stateAtStart ??= {
  environment: { ...process.env },
  write: process.stdout.write,
  end: ClientRequest.prototype.end,
};
const { environment, write, end } = worker.stateAtStart;

for (const name of Object.keys(process.env)) {
  if (!(name in environment)) delete process.env[name];
}
Object.assign(process.env, environment);
process.stdout.write = write;
ClientRequest.prototype.end = end;
vi.useRealTimers();
vi.resetModules();
