import { startHttpServer } from '../engines/http-server.ts';
import { receiverPaths } from './deliver.ts';

/** The receiver of webhooks after the history: one path accepts events, and the others fail as in the history. */
export async function startReceiver(port: number | undefined) {
  const statuses: Readonly<Record<string, number>> = {
    [receiverPaths.working]: 204,
    [receiverPaths.failing]: 503,
    [receiverPaths.gone]: 410,
  };
  const server = await startHttpServer({
    engine: 'The webhook receiver',
    port,
    respond: ({ path }) => ({
      status: statuses[path] ?? 404,
      headers: { 'content-type': 'text/plain' },
      body: path === receiverPaths.failing ? 'The database is not available.' : '',
    }),
  });

  return { endpoint: server.url, stop: server.stop };
}
