import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Outcome, Task } from './task.ts';

export interface Member {
  /** @throws when the process ends instead */
  perform(task: Task): Promise<Outcome>;
  end(): Promise<void>;
}

/**
 * A process of its own: what it has of memory is its own. Its heap has the limits of a function with so much memory, as
 * Lambda sets them: without them V8 leaves garbage where it is as long as the machine has room.
 */
export function hire(memoryMb: number): Member {
  const [semiSpaceMb, oldSpaceMb] = [0.05, 0.9].map((share) => Math.floor(memoryMb * share));
  const child = fork(new URL('./process.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [`--max-semi-space-size=${semiSpaceMb}`, `--max-old-space-size=${oldSpaceMb}`],
  });
  const exited = once(child, 'exit');

  return {
    async perform(task) {
      const answered = once(child, 'message').then(([outcome]) => outcome as Outcome);
      child.send(task);

      return Promise.race([
        answered,
        exited.then((): never => {
          throw new Error(`a process ended over ${task.kind}`);
        }),
      ]);
    },
    async end() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
