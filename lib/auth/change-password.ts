import { clearAttempt, countLoginAttempt } from '#lib/auth/attempts.ts';
import { readDevice } from '#lib/auth/device-cookie.ts';
import { findDevice } from '#lib/auth/devices.ts';
import { loginKey } from '#lib/auth/items.ts';
import { passwordWrites } from '#lib/auth/new-password.ts';
import { hashPassword, isPassword } from '#lib/auth/password.ts';
import { findUserItems, Login, type PasswordHash } from '#lib/auth/stored-user.ts';
import type { PasswordChange } from '#lib/auth/user.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { SessionPrincipal } from '#lib/values/principal.ts';
import { invalidField, problem } from '#lib/values/problem.ts';

interface PasswordRequest {
  readonly principal: SessionPrincipal;
  readonly body: PasswordChange;
  readonly sourceIp: string;
  /** All cookies of the request, joined as in RFC 6265. */
  readonly cookies: string;
  /** Time of the request at the gateway, epoch milliseconds. */
  readonly receivedAt: number;
}

interface VerifiedChange {
  readonly password: PasswordHash;
  readonly passwordVersion: number;
  /** The device of the request, which stays known. */
  readonly device: string | undefined;
}

/**
 * Verifies the current password, with the limits of logins, and hashes the new one.
 * @throws Problem 401 if the user was removed; 422 for a wrong password; RateLimited after too many failures, see `attempts.ts`
 */
export async function verifyPasswordChange(
  { principal, body, sourceIp, cookies, receivedAt: now }: PasswordRequest,
  { table }: Pick<Services, 'table'>,
): Promise<VerifiedChange> {
  const { addressHash } = principal.session;
  const item = await table.get(loginKey(addressHash));
  if (!item) throw removedUser();
  const device = findDevice(item, addressHash, readDevice(cookies), now);
  const attempt = await countLoginAttempt(table, { addressHash, device, sourceIp }, now);
  const { password, passwordVersion } = Login.parse(item);
  if (!(await isPassword(body.currentPassword, password))) {
    throw invalidField('currentPassword', 'login', 'is wrong');
  }
  const [hash] = await Promise.all([hashPassword(body.newPassword), clearAttempt(table, attempt)]);

  return { password: hash, passwordVersion, device: device?.attribute };
}

/**
 * Changes the password and ends all sessions except the session of the request.
 * @throws Problem 401 if the user was removed; 422 if the password has changed since it was verified
 */
export async function planPasswordChange(
  { table }: Pick<Services, 'table'>,
  { id, session }: SessionPrincipal,
  { password, passwordVersion, device }: VerifiedChange,
): Promise<Change<undefined>> {
  const items = await findUserItems({ table }, id);
  if (!items) throw removedUser();
  if (Login.parse(items.login).passwordVersion !== passwordVersion) {
    throw invalidField('currentPassword', 'login', 'was changed by another request');
  }

  return {
    writes: passwordWrites(items, password, { session: session.attribute, device }),
    result: undefined,
  };
}

const removedUser = () => problem('UNAUTHORIZED', 'the user was removed');
