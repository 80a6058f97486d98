import type { KnownDevice } from '#lib/auth/devices.ts';
import { loginAttemptsKey, sharedAttemptsKey } from '#lib/auth/items.ts';
import { networkHash } from '#lib/http/address-window.ts';
import {
  countLimitedAttempt,
  RateLimited,
  releaseWindowSlot,
  type WindowSlot,
} from '#lib/http/rate-window.ts';
import { log } from '#lib/runtime/log.ts';
import type { Table } from '#lib/storage/table.ts';

/*
 * Failed logins are counted per client, not per email address alone; otherwise five wrong passwords from an attacker would
 * lock the owner out. A client is a browser with a device cookie, or else a network.
 *
 * All clients without a device cookie share another window, which slows down attackers with many networks. Its limit of 100
 * comes from NIST SP 800-63B, section 5.2.2. It resets every hour, because a limit that requires action by the owner would
 * allow permanent lockouts. While it is full, owners can log in only from browsers that they have used before.
 */
const clientWindow = { limit: 5, windowMs: 15 * 60_000 };
const sharedWindow = { limit: 100, windowMs: 60 * 60_000 };

export interface LoginClient {
  readonly addressHash: string;
  /** Undefined for a browser in which the user has not logged in before. */
  readonly device: KnownDevice | undefined;
  readonly sourceIp: string;
}

/** An attempt that was counted before its password is checked. */
export interface CountedAttempt {
  readonly clientSlot: WindowSlot;
  /** Only for a client without a known device. */
  readonly sharedSlot?: WindowSlot;
}

/**
 * Counts an attempt as failed before the password check, so that concurrent attempts cannot exceed the limits. Costs the same
 * for an unknown address.
 * @throws RateLimited
 */
export async function countLoginAttempt(
  table: Table,
  { addressHash, device, sourceIp }: LoginClient,
  now: number,
): Promise<CountedAttempt> {
  const client = device?.attribute ?? networkHash(sourceIp);
  const clientSlot = await countLimitedAttempt(
    table,
    { key: loginAttemptsKey(addressHash, client), ...clientWindow, now },
    `${clientWindow.limit} failed logins for this email address from this browser or network`,
  );
  if (device) return { clientSlot };

  // The client's window is counted first, so that one network alone cannot fill the shared window.
  return { clientSlot, sharedSlot: await countShared(table, addressHash, now) };
}

async function countShared(table: Table, addressHash: string, now: number): Promise<WindowSlot> {
  try {
    return await countLimitedAttempt(
      table,
      { key: sharedAttemptsKey(addressHash), ...sharedWindow, now },
      `${sharedWindow.limit} failed logins for this email address from unknown browsers`,
    );
  } catch (error) {
    // Counted by the metric `LoginsBlocked`, because a legitimate user may be affected.
    if (error instanceof RateLimited) log('warn', 'login blocked', { code: 'shared_window_full' });
    throw error;
  }
}

/** After a correct password, clears the client's failures. In the shared window, it releases only its own attempt. */
export async function clearAttempt(table: Table, { clientSlot, sharedSlot }: CountedAttempt): Promise<void> {
  await Promise.all([
    table.update({ update: clientSlot.key, remove: ['windowStart', 'windowCount'] }),
    sharedSlot && releaseWindowSlot(table, sharedSlot),
  ]);
}
