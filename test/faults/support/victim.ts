/**
 * One container of a function: takes one event from standard input, hands it to the function and prints the answer,
 * unless it is to die at one of its outgoing calls. There is no catching a SIGKILL, no `finally` and no flushing.
 */
import { subscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, SQSEvent } from 'aws-lambda';
import '../../support/judged-process.ts';

/** The one seam: whatever a function does to the world, it does by a request over HTTP. */
export interface Cut {
  /** Counted from 1, in the order in which calls are begun; what the function calls while it starts does not count. */
  readonly call: number;
  /** `before`: nothing has left the process; `after`: the engine has done it and its answer has arrived. */
  readonly moment: 'before' | 'after';
  /** `kill`: the whole process, at once. `lose`: only this call or its answer, and the function goes on. */
  readonly manner: 'kill' | 'lose';
}

export interface Assignment {
  /** A function's bundle. */
  readonly bundle: string;
  readonly event: APIGatewayProxyEvent | SQSEvent;
  readonly cut?: Cut | undefined;
}

export interface Testimony {
  readonly calls: number;
  readonly answer: APIGatewayProxyResult;
}

const { bundle, event, cut }: Assignment = JSON.parse(readFileSync(0, 'utf8'));
const { handler } = await import(pathToFileURL(bundle).href);

const numbers = new WeakMap<ClientRequest, number>();
let calls = 0;

const isCut = (request: ClientRequest, moment: Cut['moment']) =>
  cut !== undefined && numbers.get(request) === cut.call && cut.moment === moment;
const cutOff = () => Object.assign(new Error('the connection was cut'), { code: 'ECONNRESET' });
const die = () => process.kill(process.pid, 'SIGKILL');

subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest };
  calls += 1;
  numbers.set(request, calls);
  if (!isCut(request, 'before')) return;
  if (cut?.manner === 'kill') die();
  request.destroy(cutOff());
});
// Published when the head of the answer is there, before anybody of ours gets to see it.
subscribe('http.client.response.finish', (message) => {
  const { request, response } = message as { request: ClientRequest; response: IncomingMessage };
  if (!isCut(request, 'after')) return;
  if (cut?.manner === 'kill') die();
  // The head arrives, the rest never does: whoever waits for it must be listening before it breaks off.
  response.push = () => true;
  setImmediate(() => response.destroy(cutOff()));
});

const answer: APIGatewayProxyResult = await handler(event, { getRemainingTimeInMillis: () => 25_000 });
process.stdout.write(`\n${JSON.stringify({ calls, answer } satisfies Testimony)}`, () => process.exit(0));
