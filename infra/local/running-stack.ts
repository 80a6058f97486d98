import { join } from 'node:path';
import * as z from 'zod/mini';
import { stateDefault } from '../command-line/state-option.ts';
import { UserError } from '../command-line/user-error.ts';
import { createClockBuffer, installClock } from './clock.ts';
import { clockVariables } from './lambda/function-environment.ts';
import { readJsonFile } from './state/json-file.ts';
import { isInUse } from './state/state-folder.ts';

const Ready = z.object({
  baseUrl: z.string(),
  apiKey: z.string(),
  workspaceId: z.string(),
  dashboard: z.object({ email: z.string(), password: z.string() }),
  mail: z.object({
    smtp: z.object({ port: z.int() }),
    imap: z.object({ port: z.int() }),
    webUrl: z.string(),
  }),
  controlUrl: z.string(),
  environment: z.record(z.string(), z.string()),
});
export type RunningStack = z.infer<typeof Ready>;

/** The option with which another command finds the stack, after a space; empty for the default folder. */
export function stateArgument(state: string): string {
  if (state === stateDefault) return '';

  return ` --state ${/^[\w./-]+$/.test(state) ? state : `'${state.replaceAll("'", "'\\''")}'`}`;
}

/** @throws UserError when no stack with this state folder is running */
export async function findRunningStack(state: string): Promise<RunningStack> {
  const ready = readJsonFile(join(state, 'ready.json'), Ready);
  if (ready && (await isResponding(ready.controlUrl))) return ready;
  if (isInUse(state)) {
    throw new UserError(
      `The local stack with its state in ${state} is starting or stopping. Try again soon.`,
    );
  }
  const stateText = ready ? 'is stopped' : 'has not been started';
  const argument = stateArgument(state);
  const startCommand = argument === '' ? 'npm start' : `npm start --${argument}`;
  throw new UserError(
    `The local stack with its state in ${state} ${stateText}. Start it with: ${startCommand}`,
  );
}

async function isResponding(controlUrl: string): Promise<boolean> {
  const response = await fetch(`${controlUrl}/clock`).catch(() => undefined);

  return response?.ok === true;
}

/** @throws UserError with the stack's error message when it refuses */
export async function requestControl(
  { controlUrl }: RunningStack,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<unknown> {
  const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await fetch(`${controlUrl}${path}`, init);
  const result: unknown = await response.json();
  if (response.ok) return result;
  const problem = z.object({ message: z.string() }).safeParse(result);
  throw new UserError(problem.success ? problem.data.message : `The stack answered ${response.status}.`);
}

const StackTime = z.object({
  now: z.string(),
  /** Milliseconds by which the stack's clock is ahead of this machine's clock. */
  offsetMs: z.number(),
});
type StackTime = z.infer<typeof StackTime>;

export async function readClock(stack: RunningStack): Promise<StackTime> {
  return StackTime.parse(await requestControl(stack, 'GET', '/clock'));
}

/** The reason why a clock does not move back, and the alternative. */
export const onlyForward =
  'The clock only moves forward, because the data of the stack has its times. To start over with the time of this machine and without data: npm start -- --fresh';

/** @returns the clock after the change */
export async function advanceClock(stack: RunningStack, advanceMs: number): Promise<StackTime> {
  return StackTime.parse(await requestControl(stack, 'POST', '/clock', { advanceMs }));
}

/** From now on, this process has the time of the running stack, as its functions do. Later moves are ignored. */
async function adoptClock(stack: RunningStack): Promise<void> {
  const { offsetMs } = await readClock(stack);
  Object.assign(process.env, clockVariables);
  installClock(createClockBuffer(offsetMs));
}

/** Lets this process act on the running stack, with its environment and its clock. @throws UserError if no stack is running */
export async function connectToRunningStack(state: string): Promise<void> {
  const stack = await findRunningStack(state);
  Object.assign(process.env, stack.environment);
  await adoptClock(stack);
}
