import type { KnownDevice } from '#lib/auth/devices.ts';
import { attemptsKey, sharedAttemptsKey } from '#lib/auth/items.ts';
import { networkHash } from '#lib/http/address-window.ts';
import { countTry } from '#lib/http/count-try.ts';
import { RateLimited, returnToWindow, type TakenPlace } from '#lib/http/rate-window.ts';
import { log } from '#lib/runtime/log.ts';
import type { Table } from '#lib/storage/table.ts';

/*
 * Failed logins are counted by client, not by e-mail address alone: otherwise five wrong passwords from a stranger would lock
 * the owner out. A client is a browser that has logged in before (its device cookie), or else a network.
 *
 * An attacker with many networks is slowed down by a window that all clients without a device cookie share. 100 is the limit
 * of NIST SP 800-63B, section 5.2.2, for failures at one account; it renews each hour, because a limit that needs the owner
 * to act would be a way to lock them out for good. While it is full, an owner can log in only from a browser that they have
 * used before.
 */
const ownWindow = { limit: 5, windowMs: 15 * 60_000 };
const sharedWindow = { limit: 100, windowMs: 60 * 60_000 };

export interface LoginClient {
  readonly addressHash: string;
  readonly device: KnownDevice | undefined;
  readonly sourceIp: string;
}

/** An attempt that was counted before its password is checked. */
export interface CountedAttempt {
  readonly own: TakenPlace;
  readonly shared?: TakenPlace;
}

/**
 * Counts an attempt as if it failed, so of any number of attempts at once only as many are checked as the windows allow.
 * Costs the same for an address that no user has.
 * @throws RateLimited
 */
export async function countAttempt(
  table: Table,
  { addressHash, device, sourceIp }: LoginClient,
  now: number,
): Promise<CountedAttempt> {
  const client = device?.attribute ?? networkHash(sourceIp);
  const own = await countTry(
    table,
    { key: attemptsKey(addressHash, client), ...ownWindow, now },
    `${ownWindow.limit} failed logins at this e-mail address from this browser or network`,
  );
  if (device) return { own };

  // After its own window: one network alone must not fill the window of all.
  return { own, shared: await countShared(table, addressHash, now) };
}

async function countShared(table: Table, addressHash: string, now: number): Promise<TakenPlace> {
  try {
    return await countTry(
      table,
      { key: sharedAttemptsKey(addressHash), ...sharedWindow, now },
      `${sharedWindow.limit} failed logins at this e-mail address from browsers that have not logged in before`,
    );
  } catch (error) {
    // The metric `LoginsBlocked`: a legitimate user may be among them.
    if (error instanceof RateLimited) log('warn', 'login blocked', { code: 'shared_window_full' });
    throw error;
  }
}

/** A right password clears its client's failures; in the shared window, it takes back no more than its own attempt. */
export async function clearAttempt(table: Table, { own, shared }: CountedAttempt): Promise<void> {
  await Promise.all([
    table.update({ update: own.key, remove: ['windowStart', 'windowCount'] }),
    shared && returnToWindow(table, shared),
  ]);
}
