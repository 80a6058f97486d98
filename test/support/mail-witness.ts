import { fork } from 'node:child_process';
import { once } from 'node:events';

interface SeenMail {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly to: string;
}

/** The messages that a mail server in another process has accepted. */
export interface MailWitness {
  readonly port: number;
  /** Id of its process. */
  readonly pid: number;
  readonly mails: readonly SeenMail[];
  stop(): Promise<void>;
}

export async function startMailWitness(): Promise<MailWitness> {
  const child = fork(new URL('./mail-taker-process.ts', import.meta.url));
  const mails: SeenMail[] = [];
  const [{ port }] = await once(child, 'message');
  child.on('message', (mail: SeenMail) => mails.push(mail));

  return {
    port,
    pid: child.pid ?? 0,
    mails,
    async stop() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
