import { fork } from 'node:child_process';
import { once } from 'node:events';

interface RecordedMessage {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly to: string;
}

/** The messages that a mail server in another process has accepted. */
export interface RecordingMailServerProcess {
  readonly port: number;
  /** Id of its process. */
  readonly pid: number;
  readonly mails: readonly RecordedMessage[];
  stop(): Promise<void>;
}

export async function startRecordingMailServerProcess(): Promise<RecordingMailServerProcess> {
  const child = fork(new URL('./recording-mail-server-process.ts', import.meta.url));
  const mails: RecordedMessage[] = [];
  const [{ port }] = await once(child, 'message');
  child.on('message', (email: RecordedMessage) => mails.push(email));

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
