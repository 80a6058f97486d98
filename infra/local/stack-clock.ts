import * as z from 'zod/mini';
import { createClockBuffer, installClock } from './clock.ts';
import { clockVariables } from './lambda/function-environment.ts';
import { type RunningStack, requestControl } from './running-stack.ts';

const StackTime = z.object({
  now: z.string(),
  /** Milliseconds by which the stack's clock is ahead of this machine's clock. */
  offsetMs: z.number(),
});
type StackTime = z.infer<typeof StackTime>;

export async function readClock(stack: RunningStack): Promise<StackTime> {
  return StackTime.parse(await requestControl(stack, 'GET', '/clock'));
}

/** Moves the stack's clock forward, or resets it. @returns the clock after the change */
export async function changeClock(
  stack: RunningStack,
  change: { readonly advanceMs: number } | { readonly reset: true },
): Promise<StackTime> {
  return StackTime.parse(await requestControl(stack, 'POST', '/clock', change));
}

/** From now on, this process has the time of the running stack, as its functions do. Later moves are ignored. */
export async function adoptClock(stack: RunningStack): Promise<void> {
  const { offsetMs } = await readClock(stack);
  Object.assign(process.env, clockVariables);
  installClock(createClockBuffer(offsetMs));
}
