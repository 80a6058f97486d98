import { startHttpServer } from '../engines/http-server.ts';

/** Paths of the receiver of this machine: one accepts events, one fails, and one was removed. */
export const receiverPaths = { working: '/crm', failing: '/reports', gone: '/old-crm' } as const;

/** The response of a receiver after it has stopped accepting events. `days` is the time before the end of the history. */
export const receiverFailures: Readonly<
  Record<string, { readonly days: number; readonly statusCode: number; readonly text: string }>
> = {
  [receiverPaths.failing]: { days: 2.5, statusCode: 503, text: 'The database is not available.' },
  [receiverPaths.gone]: { days: 28, statusCode: 410, text: 'Gone' },
};

/** The receiver of webhooks after the history: one path accepts events, and the others fail as in the history. */
export function startReceiver(port: number | undefined) {
  return startHttpServer({
    engine: 'The webhook receiver',
    port,
    respond: ({ path }) => {
      const failure = receiverFailures[path];
      const status = path === receiverPaths.working ? 204 : (failure?.statusCode ?? 404);

      return { status, headers: { 'content-type': 'text/plain' }, body: failure?.text ?? '' };
    },
  });
}
