import { SMTPServer } from 'smtp-server';

/**
 * smtp-server delays its greeting by 100 ms to detect clients that send too early. No local client does, and
 * the delay would dominate a run that sends thousands of emails in sequence.
 */
export class UndelayedSmtpServer extends SMTPServer {
  override connect(...connecting: Parameters<SMTPServer['connect']>): void {
    super.connect(...connecting);
    const connection = [...this.connections].at(-1);
    if (!connection) return;
    connection.connectionReady();
    // The pending timer calls it once more.
    connection.connectionReady = () => undefined;
  }
}
