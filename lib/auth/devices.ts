import { deviceAttribute, deviceMs, newDevice } from '#lib/auth/device-cookie.ts';
import { devicesOf, loginKey } from '#lib/auth/items.ts';
import { type Item, type Table, updateIf } from '#lib/storage/table.ts';

const devicesMax = 10;

/** The browser of this request, if the user has logged in with it before. */
export interface KnownDevice {
  /** The value of the device cookie. */
  readonly device: string;
  /** Its attribute in the login item: see `deviceAttribute`. */
  readonly attribute: string;
}

/** The device of the cookie, if the user has logged in with it within its lifetime. @param device from the request's cookie */
export function findDevice(
  login: Item | undefined,
  addressHash: string,
  device: string | undefined,
  now: number,
): KnownDevice | undefined {
  if (!login || device === undefined) return undefined;
  const attribute = deviceAttribute(addressHash, device);
  const isKnown = devicesOf(login).some(([name, usedAt]) => name === attribute && usedAt > now - deviceMs);

  return isKnown ? { device, attribute } : undefined;
}

/**
 * Records a login. The cookie value of an unknown browser is not kept: the browser gets a new secret, so that an attacker
 * cannot plant one. Beyond the limit, a new device replaces the least recently used one.
 * @param passwordVersion of the password that was verified
 * @returns the device; undefined when the password has changed since
 */
export async function recordDevice(
  table: Table,
  { item, addressHash, passwordVersion }: VerifiedLogin,
  knownDevice: KnownDevice | undefined,
  now: number,
): Promise<string | undefined> {
  const device = knownDevice?.device ?? newDevice();
  const attribute = deviceAttribute(addressHash, device);
  const others = devicesOf(item)
    .filter(([name]) => name !== attribute)
    .sort(([, a], [, b]) => b - a);
  const dropped = others.filter(
    ([, usedAt], position) => usedAt <= now - deviceMs || position >= devicesMax - 1,
  );
  const recorded = await updateIf(table, {
    update: loginKey(addressHash),
    set: { [attribute]: now },
    remove: dropped.map(([name]) => name),
    if: { passwordVersion: { is: passwordVersion } },
  });

  return recorded && device;
}

interface VerifiedLogin {
  /** The user's login item as it was read. */
  readonly item: Item;
  readonly addressHash: string;
  readonly passwordVersion: number;
}
