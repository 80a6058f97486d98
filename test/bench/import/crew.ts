import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Outcome, Task } from './task.ts';

export interface Member {
  /** @throws when the process ends instead */
  perform(task: Task): Promise<Outcome>;
  end(): Promise<void>;
}

/** A process of its own: what it has of memory is its own. */
export function hire(): Member {
  const child = fork(new URL('./process.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
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
