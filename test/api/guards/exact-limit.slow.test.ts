import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { newWorkspace, useStack } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';

const program = fileURLToPath(new URL('../support/exact-limit-process.ts', import.meta.url));
const windows = isWholeTier ? 20 : 1;
const requests = 150;
const windowMs = 60_000;

test.each([1, 2, 4])(
  'of 150 concurrent requests from %i process(es) exactly 100 are accepted in each window',
  { timeout: 60_000 },
  async (processes) => {
    const { environment } = useStack();
    const { apiKey } = await newWorkspace();
    const callers = await Promise.all(Array.from({ length: processes }, () => startCaller(environment)));
    const begin = Date.now();
    const passed: number[] = [];
    for (let window = 0; window < windows; window++) {
      const at = begin + window * windowMs;
      const statuses = await Promise.all(
        callers.map((caller, position) =>
          sendBurst(caller, { apiKey, at, count: shareOf(position, processes) }),
        ),
      );
      expect(new Set(statuses.flat())).toEqual(new Set([200, 429]));
      expect(statuses.flat()).toHaveLength(requests);
      passed.push(statuses.flat().filter((status) => status === 200).length);
    }

    expect(passed).toEqual(Array(windows).fill(100));
  },
);

async function startCaller(environment: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const caller = fork(program, { env: { ...environment }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  onTestFinished(() => void caller.kill());
  await once(caller, 'message');

  return caller;
}

async function sendBurst(
  caller: ChildProcess,
  burst: { readonly apiKey: string; readonly at: number; readonly count: number },
): Promise<number[]> {
  const answered = once(caller, 'message');
  caller.send(burst);
  const [statuses] = await answered;

  return z.array(z.number()).parse(statuses);
}

/** 150 is not divisible by four. */
function shareOf(position: number, processes: number): number {
  return Math.floor((requests * (position + 1)) / processes) - Math.floor((requests * position) / processes);
}
