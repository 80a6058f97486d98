import { startHttpServer } from '../engines/http-server.ts';

/** Paths of the receiver of this machine: one accepts events, one fails, and one was removed. */
export const receiverPaths = { working: '/crm', failing: '/reports', gone: '/old-crm' } as const;

const hourMs = 3_600_000;

/** The responses of the receivers that stop accepting events, and the time of the failure before the end of the history. */
const failures = new Map([
  [
    receiverPaths.failing as string,
    { beforeEndMs: 4 * hourMs, status: 503, body: 'The database is not available.' },
  ],
  [receiverPaths.gone as string, { beforeEndMs: 28 * 24 * hourMs, status: 410, body: 'Gone' }],
]);

/** The receiver of webhooks in the history and after it. @param end of the history, epoch milliseconds */
export function startReceiver(port: number | undefined, end: number) {
  return startHttpServer({
    engine: 'The webhook receiver',
    port,
    respond: ({ path }) => {
      const failure = failures.get(path);
      const hasFailed = failure !== undefined && Date.now() > end - failure.beforeEndMs;
      const { status, body } = hasFailed ? failure : { status: 204, body: '' };

      return { status, headers: { 'content-type': 'text/plain' }, body };
    },
  });
}
