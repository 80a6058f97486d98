import { SessionsState, sessionKey, sessionsOf, UserCredential, userCredentialKey } from '#lib/auth/items.ts';
import {
  absoluteEnd,
  idleEnd,
  newSession,
  sessionAttribute,
  sessionExpiry,
} from '#lib/auth/session-cookie.ts';
import type { Authentication } from '#lib/http/authentication.ts';
import { callerWindowKey } from '#lib/http/caller-window.ts';
import { acquireWindowSlot } from '#lib/http/rate-window.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { ConditionFailed, type Item, type Table } from '#lib/storage/table.ts';
import type { Session } from '#lib/values/credential.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import type { SessionPrincipal } from '#lib/values/principal.ts';

/** Requests per minute and user, for all sessions together: specification, section 8. */
const userLimit = 200;

/** Maximum sessions of a user. */
const sessionsMax = 10;

/**
 * Verifies a session, extends it, and counts the request in the user's window: one read and one write at the same time in an open
 * window. Nothing is cached, so an ended session stops immediately. The window has the ends of sessions, because every request
 * extends one; only a session in the credential is valid.
 */
export async function authenticateSession(
  table: Table,
  session: Session,
  now: number,
): Promise<Authentication<SessionPrincipal>> {
  const { userId } = session;
  const attribute = sessionAttribute(session);
  const expiresAt = sessionExpiry(session, now);
  if (expiresAt <= now) return { kind: 'refused' };

  const reading = table.get(userCredentialKey(userId));
  const [counted, credential] = await Promise.all([
    acquireWindowSlot(table, {
      key: callerWindowKey(userId),
      limit: userLimit,
      now,
      set: { [attribute]: idleEnd(now), expiresAtEpochSeconds: Math.ceil(idleEnd(now) / 1000) },
      guard: {
        condition: { [attribute]: { above: now } },
        isVerified: async (window) =>
          sessionsOf(await reading, window).some(([name, end]) => name === attribute && end > now),
      },
      removeOnOpen: async (window) => endedSessions(await reading, window),
    }),
    reading,
  ]);
  if (counted.kind !== 'counted') return counted;
  const { workspaceId, addressHash, role, email } = UserCredential.parse(credential);

  return {
    kind: 'counted',
    principal: {
      kind: 'session',
      id: userId,
      workspaceId,
      role,
      email,
      session: { attribute, expiresAt, addressHash },
    },
    window: counted.window,
  };
}

/** Attributes of the window for sessions that the credential no longer has. */
function endedSessions(credential: Item | undefined, window: Item | undefined): string[] {
  const valid = new Map(sessionsOf(credential));

  return sessionsOf(window)
    .map(([name]) => name)
    .filter((name) => !valid.has(name));
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
    const { credential: item, sessions } = await readSessions(table, userId);
    if (!item) return undefined;
    const state = SessionsState.parse(item);
    if (state.passwordVersion !== passwordVersion) return undefined;
    const latestFirst = sessions.sort(([, a], [, b]) => b - a);
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

/** A user's credential and its sessions, with their ends by the last request. */
export async function readSessions(table: Table, userId: string) {
  const keys = [userCredentialKey(userId), callerWindowKey(userId)];
  const [credential, window] = await Promise.all(keys.map((key) => table.get(key)));

  return { credential, sessions: sessionsOf(credential, window) };
}

/** Stored apart from the credential, which every request reads. The list of sessions ignores it after the session's end. */
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
