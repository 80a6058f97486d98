import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  clearedSessionCookie,
  newSession,
  readSession,
  renewedCookie,
  sessionAttribute,
  sessionCookie,
  sessionExpiry,
} from '#lib/auth/session-cookie.ts';
import { credentialOf } from '#lib/endpoints/admission.ts';
import type { Session } from '#lib/values/credential.ts';
import { newId } from '#lib/values/ids.ts';

const now = 1_795_167_000_123;
const dayMs = 86_400_000;
const userId = newId('usr', now);
const session = newSession(userId, now);
const pairOf = (each: Session, at = now) => sessionCookie(each, at).split(';')[0] ?? '';
const cookie = pairOf(session);

describe('a session cookie', () => {
  test('is read as it was written', () => {
    expect(readSession(cookie)).toEqual(session);
    expect(session).toMatchObject({ userId, createdAt: now - 123, issuedAt: now - 123 });
  });

  test('holds 256 random bits', () => {
    const secrets = Array.from({ length: 500 }, () => newSession(userId, now).secret);

    expect(new Set(secrets).size).toBe(500);
    expect(new Set(secrets.flatMap((each) => [...each])).size).toBe(62);
    expect(secrets.every((each) => /^[0-9A-Za-z]{43}$/.test(each))).toBe(true);
  });

  test('with any changed character is invalid', () => {
    const [name = '', value = ''] = cookie.split('=');
    for (let at = 0; at < value.length; at++) {
      for (const other of '0Aaz_-. \n%é') {
        if (other === value[at]) continue;
        expect(readSession(`${name}=${value.slice(0, at)}${other}${value.slice(at + 1)}`)).toBeUndefined();
      }
    }
  });

  test('is found among other cookies, and only there', () => {
    for (const header of [`a=1; ${cookie}`, `${cookie}; b=2`, `a=1;${cookie};b`, ` ${cookie} `]) {
      expect(readSession(header)).toEqual(session);
    }
    for (const header of [
      '',
      ';',
      '=',
      cookie.slice(7),
      `x${cookie}`,
      `"${cookie}"`,
      cookie.replace('=', ''),
    ]) {
      expect(readSession(header)).toBeUndefined();
    }
    fc.assert(fc.property(fc.string({ maxLength: 150 }), (text) => readSession(text) === undefined));
  });

  test('may come in one of several headers', () => {
    const headers = { Cookie: 'b=2' };
    const multiValueHeaders = { cookie: ['a=1', cookie, 'b=2'] };

    expect(credentialOf({ headers, multiValueHeaders })).toMatchObject({
      kind: 'session',
      principalId: userId,
    });
  });

  test('is cleared with the same name and path', () => {
    const rest = (header: string) => header.replace(/=[^;]*; Max-Age=\d+/, '');

    expect(rest(clearedSessionCookie)).toBe(rest(sessionCookie(session, now)));
    expect(readSession(clearedSessionCookie.split(';')[0] ?? '')).toBeUndefined();
  });
});

describe('a session', () => {
  test('ends seven days after its last request and thirty after its login', () => {
    expect(sessionExpiry(session, now)).toBe(now + 7 * dayMs);
    expect(sessionExpiry(session, now + 22 * dayMs)).toBe(now + 29 * dayMs);
    expect(sessionExpiry(session, now + 29 * dayMs)).toBe(session.createdAt + 30 * dayMs);
  });

  test('has a stored name that depends on secret, user and login, but not on the issue time', () => {
    const attribute = sessionAttribute(session);

    expect(attribute).toMatch(/^s_[0-9a-f]{32}$/);
    expect(sessionAttribute({ ...session, issuedAt: now + dayMs })).toBe(attribute);
    for (const other of [
      { secret: newSession(userId, now).secret },
      { userId: newId('usr', now) },
      { createdAt: session.createdAt + 1000 },
    ]) {
      expect(sessionAttribute({ ...session, ...other })).not.toBe(attribute);
    }
  });

  test('has its cookie renewed when it is a day old', () => {
    expect(renewedCookie(session, session.issuedAt + dayMs - 1)).toBeUndefined();
    const renewed = renewedCookie(session, session.issuedAt + dayMs) ?? '';

    expect(readSession(renewed.split(';')[0] ?? '')).toEqual({
      ...session,
      issuedAt: session.issuedAt + dayMs,
    });
    expect(renewed).toContain('; Max-Age=604800;');
  });
});
