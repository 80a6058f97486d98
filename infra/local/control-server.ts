import * as z from 'zod/mini';
import type { Clock } from './clock.ts';
import { type EngineRequest, type EngineResponse, startHttpServer } from './engines/http-server.ts';
import { loopbackHost } from './engines/loopback.ts';
import type { Foundation } from './foundation.ts';
import { onlyForward } from './running-stack.ts';
import { readStatus } from './status.ts';

interface ControlOptions {
  readonly port: number | undefined;
  readonly foundation: Foundation;
  /** Called before the clock moves, so that the clock is never set back by a restart after a crash. */
  readonly saveOffset: (offsetMs: number) => void;
  /** Begins to stop the stack. */
  readonly stop: () => void;
}

const ClockChange = z.strictObject({ advanceMs: z.int().check(z.gte(0), z.lte(100 * 365 * 86_400_000)) });

/** Control endpoints of the local stack. They use a separate port, so that the API has the same paths as on AWS. */
export function startControlServer(options: ControlOptions) {
  return startHttpServer({
    engine: 'The control endpoint',
    port: options.port,
    respond: (request) => respond(options, request),
  });
}

async function respond(
  options: ControlOptions,
  { method, path, headers, body }: EngineRequest,
): Promise<EngineResponse> {
  // Browsers send `Origin` with every POST, and the name of a site that resolves to this machine as `Host`. No page of another site may
  // read the state, move the clock or stop the stack.
  const hostname = headers.host?.replace(/:\d+$/, '');
  const isLocal = hostname === loopbackHost || hostname === 'localhost';
  if (headers.origin !== undefined || !isLocal)
    return json(403, { message: 'Pages in a browser have no access.' });
  switch (`${method} ${path}`) {
    case 'GET /clock':
      return json(200, describeClock(options.foundation.clock));
    case 'POST /clock':
      return changeClock(options, body);
    case 'GET /status':
      return json(200, await readStatus(options.foundation));
    case 'POST /stop':
      setImmediate(options.stop);

      return json(202, {});
    default:
      return json(404, { message: 'Unknown path. Use GET /clock, POST /clock, GET /status or POST /stop.' });
  }
}

function changeClock({ foundation: { clock }, saveOffset }: ControlOptions, body: string): EngineResponse {
  const { data } = ClockChange.safeParse(parseJson(body));
  if (data === undefined) {
    return json(422, { message: `Send {"advanceMs": <milliseconds, not negative>}. ${onlyForward}` });
  }
  const offsetMs = clock.offsetMs() + data.advanceMs;
  saveOffset(offsetMs);
  clock.setOffset(offsetMs);

  return json(200, describeClock(clock));
}

function describeClock(clock: Clock) {
  // `installClock` has replaced `Date` in this thread.
  return { now: new Date().toISOString(), offsetMs: clock.offsetMs() };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function json(status: number, value: unknown): EngineResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}
