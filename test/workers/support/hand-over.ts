import { DeliveryMessage } from '#lib/values/queues.ts';
import { beginAttempt, endAttempt, type Model, type ModelAnswer, release } from './delivery-model.ts';
import type { Reaction } from './endpoints.ts';
import type { Gate, History } from './history.ts';
import { consume } from './invoke.ts';
import { deliverIn, takeDue } from './world.ts';

/** An attempt. Its request has reached the endpoint and has no response yet. */
export interface OpenAttempt {
  readonly call: DeliveryMessage;
  readonly begun: Model['status'];
  readonly gate: Gate;
  readonly done: Promise<void>;
}

/**
 * Delivers all due messages, one after another. If no message is due, the clock moves to the next message.
 */
export async function handOverDue(history: History, pick: number): Promise<void> {
  const due = takeDue(history.world);
  const first = pick % Math.max(1, due.length);
  for (const queued of [...due.slice(first), ...due.slice(0, first)]) {
    const call = DeliveryMessage.safeParse(queued.message);
    if (call.success) await handOver(history, call.data, false);
    else await releaseNow(history, false);
  }
}

export async function handOver(history: History, call: DeliveryMessage, twice: boolean): Promise<void> {
  const { world, model } = history;
  const copies = twice ? [call, call] : [call];
  await deliverNow(history, copies);
  for (const copy of copies) {
    const begun = beginAttempt(model, copy, world.now);
    if (begun) endAttempt(model, copy, begun, meaningOf(history.reaction), world.now);
  }
}

/** Delivers a message until its request has reached the endpoint. @returns undefined if the message causes no request */
export async function begin(history: History, call: DeliveryMessage): Promise<OpenAttempt | undefined> {
  const { world, model } = history;
  const gate = { arrival: Promise.withResolvers<void>(), opening: Promise.withResolvers<void>() };
  history.nextGate = gate;
  const done = deliverNow(history, [call]);
  await Promise.race([gate.arrival.promise, done]);
  history.nextGate = undefined;
  const begun = beginAttempt(model, call, world.now);
  if (begun) return { call, begun, gate, done };
  gate.opening.resolve();
  await done;

  return undefined;
}

export async function end({ world, model, reaction }: History, attempt: OpenAttempt): Promise<void> {
  attempt.gate.opening.resolve();
  await attempt.done;
  endAttempt(model, attempt.call, attempt.begun, meaningOf(reaction), world.now);
}

async function deliverNow({ world, faults }: History, calls: readonly DeliveryMessage[]): Promise<void> {
  if (await deliverIn(world, calls)) faults.push('the worker returned a message');
}

export async function releaseNow(history: History, twice: boolean): Promise<void> {
  const { world, model, webhookId, faults } = history;
  const call = { workspaceId: world.workspaceId, webhookId };
  // While the endpoint is failing, each message releases one delivery; then only their order decides the result.
  const isTogether = twice && model.status === 'healthy';
  const returned = await consume(world.deliver, isTogether ? [call, call] : [call]);
  release(model, world.now);
  if (returned.length > 0) faults.push('the worker returned a release message');
  if (twice && !isTogether) await releaseNow(history, false);
}

function meaningOf(reaction: Reaction): ModelAnswer {
  if (reaction === 'hang up') return { isDelivered: false, retryAfterMs: 0 };
  const { status, headers } = reaction;

  return { isDelivered: status < 300, retryAfterMs: Number(headers?.['Retry-After'] ?? 0) * 1000 };
}
