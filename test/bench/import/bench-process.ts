import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Outcome, Task } from './task.ts';

export interface BenchProcess {
  /** @throws when the process exits instead */
  run(task: Task): Promise<Outcome>;
  end(): Promise<void>;
}

/**
 * A separate process, so that its memory can be measured. Its heap has the limits that Lambda sets for a
 * function with this memory; without them V8 collects garbage late.
 */
export function startBenchProcess(memoryMb: number): BenchProcess {
  const [semiSpaceMb, oldSpaceMb] = [0.05, 0.9].map((share) => Math.floor(memoryMb * share));
  const child = fork(new URL('./process.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [`--max-semi-space-size=${semiSpaceMb}`, `--max-old-space-size=${oldSpaceMb}`],
  });
  const exited = once(child, 'exit');

  return {
    async run(task) {
      const answered = once(child, 'message').then(([outcome]) => outcome as Outcome);
      child.send(task);

      return Promise.race([
        answered,
        exited.then((): never => {
          throw new Error(`a process exited during ${task.kind}`);
        }),
      ]);
    },
    async end() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
