import { hash } from 'node:crypto';
import { readCookie, setCookie } from '#lib/auth/cookie.ts';
import { checksum, checksumLength, newSecret } from '#lib/crypto/secret-text.ts';
import type { Session } from '#lib/values/credential.ts';

const cookieName = '__Host-outreach_session';
const dayMs = 86_400_000;
const slidingMs = 7 * dayMs;
const absoluteMs = 30 * dayMs;
/** How old a cookie may be before the browser is given it anew: its Max-Age has to slide as the session does. */
const renewalMs = dayMs;

/**
 * User's ULID, creation, issue, 32 random bytes, CRC32. The ULID addresses the user's credential directly, and the
 * creation is hashed together with the secret, so that the table need not keep when a session ends at the latest.
 */
const valueGrammar = /^([0-9A-HJKMNP-TV-Z]{26})(\d{10})(\d{10})([0-9A-Za-z]{43})[0-9A-Za-z]{6}$/;

export function newSession(userId: string, now: number): Session {
  const createdAt = now - (now % 1000);

  return { userId, secret: newSecret(), createdAt, issuedAt: createdAt };
}

/**
 * The session in a request's cookies; undefined when there is none, or one that this service never issued.
 * @param header all cookies of the request, as RFC 6265 joins them
 */
export function readSession(header: string): Session | undefined {
  const value = readCookie(header, cookieName) ?? '';
  const [, ulid, created, issued, secret] = valueGrammar.exec(value) ?? [];
  if (secret === undefined || !value.endsWith(checksum(value.slice(0, -checksumLength)))) return undefined;

  return {
    userId: `usr_${ulid}`,
    secret,
    createdAt: Number(created) * 1000,
    issuedAt: Number(issued) * 1000,
  };
}

/** `Set-Cookie`, for as long as the session lasts if no further request comes. */
export function sessionCookie(session: Session, now: number): string {
  const { userId, createdAt, issuedAt, secret } = session;
  const unchecked = `${userId.slice('usr_'.length)}${seconds(createdAt)}${seconds(issuedAt)}${secret}`;

  return withMaxAge(unchecked + checksum(unchecked), Math.floor((sessionExpiry(session, now) - now) / 1000));
}

export const clearedSessionCookie = withMaxAge('', 0);

/** The cookie again, once a day: sent with every answer it would only cost, sent never it would end a daily user's session. */
export function renewedCookie(session: Session, now: number): string | undefined {
  return now - session.issuedAt < renewalMs
    ? undefined
    : sessionCookie({ ...session, issuedAt: now - (now % 1000) }, now);
}

/** 7 days from the last request, 30 from the login. */
export function sessionExpiry({ createdAt }: Session, now: number): number {
  return Math.min(now + slidingMs, createdAt + absoluteMs);
}

/** What is stored of a session: 128 bits of a hash, of which only a few exist per user, are as hard to hit as the secret. */
export function sessionAttribute({ userId, createdAt, secret }: Session): string {
  return `${sessionPrefix}${hash('sha256', `${userId} ${createdAt} ${secret}`).slice(0, 32)}`;
}

export const sessionPrefix = 's_';

function withMaxAge(value: string, maxAgeSeconds: number): string {
  return setCookie(cookieName, value, { maxAgeSeconds, sameSite: 'Lax' });
}

function seconds(time: number): string {
  return String(time / 1000).padStart(10, '0');
}
