import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';
import { guardedLookup, type Resolve } from '#lib/network/guarded-lookup.ts';
import { type AddressRule, permitsAddress } from '#lib/network/public-address.ts';
import { startDeadline } from '#lib/network/stopwatch.ts';

export type ConnectionTarget = {
  host: string;
  port: number;
  rule: AddressRule;
  /** Covers name resolution and connecting. */
  timeoutMs: number;
  budget: ConversationBudget;
  resolve?: Resolve | undefined;
};

/** Node's default of 250 ms is shorter than the round trip to a distant address. */
const perAddressTimeoutMs = 1000;

/**
 * Opens a TCP connection to an address that the rule permits. No data is sent before the connected address is checked again.
 * The caller must destroy the socket.
 * @throws ConnectionFailure `dns`, `blocked_address`, `connect` or `timeout`
 */
export async function openConnection(target: ConnectionTarget): Promise<BudgetedSocket> {
  const { host, port, rule, timeoutMs, budget, resolve } = target;
  if (isIP(host) !== 0 && !permitsAddress(rule, host)) {
    throw new ConnectionFailure('blocked_address');
  }

  const deadline = startDeadline(timeoutMs);
  const socket = connect({
    host,
    port,
    lookup: guardedLookup(rule, resolve),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: perAddressTimeoutMs,
  }).on('error', ignoreLateError);
  try {
    await once(socket, 'connect', { signal: deadline.signal });
  } catch (error) {
    socket.destroy();
    throw toFailure(error, deadline.signal.aborted);
  } finally {
    deadline.stop();
  }
  const remoteAddress = socket.remoteAddress;
  if (remoteAddress === undefined || !permitsAddress(rule, remoteAddress)) {
    socket.destroy();
    // Without a remote address, the other side has already reset the connection.
    throw new ConnectionFailure(remoteAddress === undefined ? 'connect' : 'blocked_address');
  }

  return new BudgetedSocket(socket, budget);
}

function toFailure(error: unknown, timedOut: boolean): ConnectionFailure {
  if (error instanceof ConnectionFailure) {
    return error;
  }

  return new ConnectionFailure(timedOut || isTimeout(error) ? 'timeout' : 'connect', { cause: error });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT';
}

/**
 * A listener that prevents an unhandled error event between two listeners or after a socket is abandoned. Such an event would
 * end the process.
 */
export function ignoreLateError(): void {}
