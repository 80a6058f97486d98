import { hash } from 'node:crypto';
import { readCookie, setCookie } from '#lib/auth/cookie.ts';
import { checksum, checksumLength, newSecretText } from '#lib/crypto/secret-text.ts';
import type { Session } from '#lib/values/credential.ts';

const cookieName = '__Host-outreach_session';
const dayMs = 86_400_000;
/** A session ends 7 days after its last request, and at the latest 30 days after its login. */
const idleMs = 7 * dayMs;
const absoluteMs = 30 * dayMs;
/** Age from which a cookie is renewed. Renewal extends its Max-Age together with the session's expiry. */
const renewalMs = dayMs;

/**
 * Value of the cookie: user's ULID, creation time, issue time, 32 random bytes, CRC32. The ULID is the key of the user's
 * credential. The creation time is hashed together with the secret, so the table need not store the session's latest end.
 */
const valueGrammar = /^([0-9A-HJKMNP-TV-Z]{26})(\d{10})(\d{10})([0-9A-Za-z]{43})[0-9A-Za-z]{6}$/;

export function newSession(userId: string, now: number): Session {
  // The cookie has whole seconds.
  const createdAt = now - (now % 1000);

  return { userId, secret: newSecretText(), createdAt, issuedAt: createdAt };
}

/**
 * The session in a request's cookies; undefined without a well-formed one.
 * @param header all cookies of the request, joined as in RFC 6265
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

/** `Set-Cookie` value, valid until the session expires without further requests. */
export function sessionCookie(session: Session, now: number): string {
  const { userId, createdAt, issuedAt, secret } = session;
  const unchecked = `${userId.slice('usr_'.length)}${seconds(createdAt)}${seconds(issuedAt)}${secret}`;

  return withMaxAge(unchecked + checksum(unchecked), Math.floor((sessionExpiry(session, now) - now) / 1000));
}

export const clearedSessionCookie = withMaxAge('', 0);

/** A renewed cookie, once a day; undefined if renewal is not due. Without renewal, a daily user's cookie would expire. */
export function renewedCookie(session: Session, now: number): string | undefined {
  return now - session.issuedAt < renewalMs
    ? undefined
    : sessionCookie({ ...session, issuedAt: now - (now % 1000) }, now);
}

/** The stored value of a session: the time at which it expires if no request follows. It ignores the limit of 30 days. */
export function idleEnd(now: number): number {
  return now + idleMs;
}

/** The time of a session's last request. @param stored its stored value, see `idleEnd` */
export function lastUseOf(stored: number): number {
  return stored - idleMs;
}

/** The latest end of a session, regardless of its requests. */
export function absoluteEnd(createdAt: number): number {
  return createdAt + absoluteMs;
}

/** 7 days after the last request, at most 30 days after the login. */
export function sessionExpiry({ createdAt }: Session, now: number): number {
  return Math.min(idleEnd(now), absoluteEnd(createdAt));
}

/**
 * The stored form of a session: 128 bits of a hash. A user has only a few, so guessing one is as hard as guessing the secret.
 */
export function sessionAttribute({ userId, createdAt, secret }: Session): string {
  return `${sessionPrefix}${hash('sha256', `${userId} ${createdAt} ${secret}`).slice(0, 32)}`;
}

/** Prefix of a session's attribute in the credential. */
export const sessionPrefix = 's_';

function withMaxAge(value: string, maxAgeSeconds: number): string {
  return setCookie(cookieName, value, { maxAgeSeconds, sameSite: 'Lax' });
}

function seconds(time: number): string {
  return String(time / 1000).padStart(10, '0');
}
