import { SMTPServer } from 'smtp-server';

/**
 * smtp-server keeps everybody waiting for 100 ms before it greets, to find out who talks too soon. Nobody does here, and
 * whoever sends thousands of mails one after the other would do little but wait.
 */
export class PromptSmtpServer extends SMTPServer {
  override connect(...connecting: Parameters<SMTPServer['connect']>): void {
    super.connect(...connecting);
    const connection = [...this.connections].at(-1);
    if (!connection) return;
    connection.connectionReady();
    // The timer that waits calls it once more.
    connection.connectionReady = () => undefined;
  }
}
