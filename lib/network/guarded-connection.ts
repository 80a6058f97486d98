import { once } from 'node:events';
import { connect, isIP } from 'node:net';
import { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';
import { guardedLookup, type Resolve } from '#lib/network/guarded-lookup.ts';
import { type AddressRule, permitsAddress } from '#lib/network/public-address.ts';

export type ConnectionTarget = {
  host: string;
  port: number;
  rule: AddressRule;
  /** For resolving and connecting together. */
  timeoutMs: number;
  budget: ConversationBudget;
  resolve?: Resolve | undefined;
};

/** Node's own 250 ms gives up on an address at the other end of the world before its first packet is back. */
const oneAddressTimeoutMs = 1000;

/**
 * Opens a TCP connection that ends at an address the rule permits, or throws `ConnectionFailure` with `dns`,
 * `blocked_address`, `connect` or `timeout`. Nothing is written before the address has been judged a second time.
 * The caller owns the socket: it must destroy it.
 */
export async function openConnection(target: ConnectionTarget): Promise<BudgetedSocket> {
  const { host, port, rule, timeoutMs, budget, resolve } = target;
  if (isIP(host) !== 0 && !permitsAddress(rule, host)) {
    throw new ConnectionFailure('blocked_address');
  }

  const signal = AbortSignal.timeout(Math.max(0, timeoutMs));
  const socket = connect({
    host,
    port,
    lookup: guardedLookup(rule, resolve),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: oneAddressTimeoutMs,
  }).on('error', ignoreLateError);
  try {
    await once(socket, 'connect', { signal });
  } catch (error) {
    socket.destroy();
    throw toFailure(error, signal.aborted);
  }
  const reached = socket.remoteAddress;
  if (reached === undefined || !permitsAddress(rule, reached)) {
    socket.destroy();
    // A connection that the other side has reset by now is nowhere.
    throw new ConnectionFailure(reached === undefined ? 'connect' : 'blocked_address');
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

/** An error between two listeners, or after a socket is given up, would end the process if nobody listened. */
export function ignoreLateError(): void {}
