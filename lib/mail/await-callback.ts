import type SMTPConnection from 'nodemailer/lib/smtp-connection';

/**
 * Converts one call of nodemailer, which has a callback, to a promise. The promise also rejects if the connection ends. After
 * the timeout, the connection is closed, which ends it.
 */
export async function awaitCallback(
  timeoutMs: number,
  connection: SMTPConnection,
  start: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  const outcome = Promise.withResolvers<void>();
  // When a reply closes the connection, its error arrives after this event and takes precedence.
  const rejectEnded = () => queueMicrotask(() => outcome.reject(new Error('the connection ended')));
  const timer = setTimeout(() => connection.close(), timeoutMs);
  connection.once('error', outcome.reject).once('end', rejectEnded);
  try {
    start((error) => (error ? outcome.reject(error) : outcome.resolve()));
    await outcome.promise;
  } finally {
    clearTimeout(timer);
    connection.removeListener('error', outcome.reject).removeListener('end', rejectEnded);
  }
}
