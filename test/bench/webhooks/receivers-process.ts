/** Webhook receivers in a separate process, so that they do not wait for the measuring process. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accepting, type Behaviour, reactionTo } from './behaviour.ts';
import type { Arrival, FromReceivers, ToReceivers } from './receivers.ts';

const behaviours = new Map<string, Behaviour>();
/** Requests since the last change of the behaviour. */
const requests = new Map<string, number>();
const statusOf = { accepts: 204, fails: 503 } as const;
const reportMs = 50;

let arrivals: Arrival[] = [];

const server = createServer((request, response) => {
  const receiver = (request.url ?? '').slice(1);
  const header = (name: string) => String(request.headers[name] ?? '');
  const [eventId, attempt] = [header('x-webhook-id'), Number(header('x-webhook-attempt'))];
  arrivals.push({ receiver, eventId, attempt, at: performance.timeOrigin + performance.now() });
  request.resume();
  const behaviour = behaviours.get(receiver) ?? accepting;
  const reaction = reactionTo(behaviour, eventId, attempt);
  if (reaction === 'hangs') return;
  const { delayMs = 0, delayedEvery = 1 } = behaviour;
  const number = requests.get(receiver) ?? 0;
  requests.set(receiver, number + 1);
  setTimeout(() => response.writeHead(statusOf[reaction]).end(), number % delayedEvery === 0 ? delayMs : 0);
});

function report(message: FromReceivers): void {
  process.send?.(message);
}

process.on('message', ({ receiver, behaviour }: ToReceivers) => {
  behaviours.set(receiver, behaviour);
  requests.delete(receiver);
  report({ kind: 'changed' });
});
// The measuring process has ended.
process.on('disconnect', () => process.exit());
setInterval(() => {
  if (arrivals.length === 0) return;
  report({ kind: 'arrivals', arrivals });
  arrivals = [];
}, reportMs);
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => {
  report({ kind: 'listening', port: (server.address() as AddressInfo).port });
});
