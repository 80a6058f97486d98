/**
 * One container of a function. It reads one event from standard input, passes it to the function and prints
 * the response, unless it is interrupted at one of its outgoing calls. SIGKILL runs no `catch`, no `finally`
 * and flushes no buffers.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, SQSEvent } from 'aws-lambda';
import '../../support/permission-checked-process.ts';

/** The point of interruption: all side effects of a function are HTTP requests. */
export interface Cut {
  /** Starts at 1, in the order in which calls begin. Calls during init do not count. */
  readonly call: number;
  /** `before`: nothing was sent. `after`: the engine has executed the call and its response has arrived. */
  readonly moment: 'before' | 'after';
  /** `kill`: ends the process. `lose`: only this call or its response fails, and the function continues. */
  readonly manner: 'kill' | 'lose';
}

export interface RunInput {
  /** A function's bundle. */
  readonly bundle: string;
  readonly event: APIGatewayProxyEvent | SQSEvent;
  readonly cut?: Cut | undefined;
}

export interface RunResult {
  readonly calls: number;
  readonly answer: APIGatewayProxyResult;
}

const { bundle, event, cut }: RunInput = JSON.parse(readFileSync(0, 'utf8'));
const { handler } = await import(pathToFileURL(bundle).href);

const numbers = new WeakMap<ClientRequest, number>();
let calls = 0;

const isCut = (request: ClientRequest, moment: Cut['moment']) =>
  cut !== undefined && numbers.get(request) === cut.call && cut.moment === moment;
const closeConnection = () => Object.assign(new Error('the connection was cut'), { code: 'ECONNRESET' });
const killProcess = () => process.kill(process.pid, 'SIGKILL');

subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  calls += 1;
  numbers.set(request, calls);
  if (!isCut(request, 'before')) return;
  if (cut?.manner === 'kill') killProcess();
  request.destroy(closeConnection());
});
// Published when the response headers have arrived, before the function's code receives them.
subscribe('http.client.response.finish', (message) => {
  const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
  if (!isCut(request, 'after')) return;
  if (cut?.manner === 'kill') killProcess();
  // The headers arrive, but the body never does: its reader must be listening before the connection is
  // closed.
  response.push = () => true;
  setImmediate(() => response.destroy(closeConnection()));
});

const answer: APIGatewayProxyResult = await handler(event, { getRemainingTimeInMillis: () => 25_000 });
process.stdout.write(`\n${JSON.stringify({ calls, answer } satisfies RunResult)}`, () => process.exit(0));
