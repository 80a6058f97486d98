import { SessionsState, sessionKey, sessionsOf, UserCredential, userCredentialKey } from '#lib/auth/items.ts';
import {
  absoluteEnd,
  idleEnd,
  newSession,
  sessionAttribute,
  sessionExpiry,
} from '#lib/auth/session-cookie.ts';
import type { Authentication } from '#lib/http/authentication.ts';
import { acquireWindowSlot } from '#lib/http/rate-window.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { ConditionFailed, type Table } from '#lib/storage/table.ts';
import type { Session } from '#lib/values/credential.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import type { SessionPrincipal } from '#lib/values/principal.ts';

/** Requests per minute and user, for all sessions together: specification, section 8. */
const userLimit = 200;

/** Maximum sessions of a user. */
const sessionsMax = 10;

/**
 * Verifies a session, extends it, and counts the request in the user's window: one write in an open window. Nothing is
 * cached, so an ended session stops immediately.
 */
export async function authenticateSession(
  table: Table,
  session: Session,
  now: number,
): Promise<Authentication<SessionPrincipal>> {
  const attribute = sessionAttribute(session);
  const expiresAt = sessionExpiry(session, now);
  if (expiresAt <= now) return { kind: 'refused' };

  const counted = await acquireWindowSlot(table, {
    key: userCredentialKey(session.userId),
    limit: userLimit,
    now,
    set: { [attribute]: idleEnd(now) },
    guard: {
      condition: { [attribute]: { above: now } },
      holds: (item) => Number(item[attribute] ?? 0) > now,
    },
  });
  if (counted.kind !== 'counted') return counted;
  const { workspaceId, addressHash, role, email } = UserCredential.parse(counted.item);

  return {
    kind: 'counted',
    principal: {
      kind: 'session',
      id: session.userId,
      workspaceId,
      role,
      email,
      session: { attribute, expiresAt, addressHash },
    },
    window: counted.window,
  };
}

/**
 * Opens a session. Beyond the limit, it replaces the least recently used one.
 * @param passwordVersion of the password that was verified
 * @returns undefined when the password has changed since
 */
export function openSession(
  table: Table,
  { userId, passwordVersion, email, userAgent }: VerifiedUser,
  now: number,
): Promise<Session | undefined> {
  const session = newSession(userId, now);

  return retryOnConflict(async () => {
    const item = await table.get(userCredentialKey(userId), { consistent: true });
    if (!item) return undefined;
    const state = SessionsState.parse(item);
    if (state.passwordVersion !== passwordVersion) return undefined;
    const latestFirst = sessionsOf(item).sort(([, a], [, b]) => b - a);
    const removed = latestFirst.filter(([, end], position) => end <= now || position >= sessionsMax - 1);

    const credentialUpdate = table.update({
      update: userCredentialKey(userId),
      set: {
        [sessionAttribute(session)]: idleEnd(now),
        opened: state.opened + 1,
        ...(email !== undefined && { email: normaliseEmail(email) }),
      },
      remove: removed.map(([attribute]) => attribute),
      if: { opened: { is: state.opened }, passwordVersion: { is: passwordVersion } },
    });
    try {
      await Promise.all([credentialUpdate, saveDescription(table, session, userAgent)]);
    } catch (error) {
      throw error instanceof ConditionFailed
        ? new StaleDecision('another session was opened concurrently')
        : error;
    }

    return session;
  });
}

interface VerifiedUser {
  readonly userId: string;
  readonly passwordVersion: number;
  readonly email?: string;
  readonly userAgent?: string | undefined;
}

/** Stored apart from the credential, which every request writes. The list of sessions ignores it after the session's end. */
async function saveDescription(table: Table, session: Session, userAgent: string | undefined): Promise<void> {
  const { createdAt } = session;
  await table.update({
    update: sessionKey(session.userId, sessionAttribute(session)),
    set: {
      createdAt,
      ...(userAgent !== undefined && { userAgent }),
      expiresAtEpochSeconds: Math.ceil(absoluteEnd(createdAt) / 1000),
    },
  });
}
