import { hash } from 'node:crypto';
import { readCookie, setCookie } from '#lib/auth/cookie.ts';
import { checksum, checksumLength, newSecretText } from '#lib/crypto/secret-text.ts';

/*
 * A device cookie marks a browser in which a user has logged in before. It is not a credential. It only gives the browser its
 * own window of failed logins, which other clients cannot fill.
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
const cookieName = '__Host-outreach_device';

/** How long a device stays known: 365 days. Browsers keep a cookie for at most 400 days: RFC 6265bis, section 5.5. */
export const deviceMs = 365 * 86_400_000;

/** 32 random bytes and CRC32. */
const valueGrammar = /^[0-9A-Za-z]{49}$/;

/** The cookie value for a browser without a device. */
export function newDevice(): string {
  const secret = newSecretText();

  return secret + checksum(secret);
}

/** The device in a request's cookies; undefined without a well-formed one. */
export function readDevice(cookies: string): string | undefined {
  const device = readCookie(cookies, cookieName) ?? '';

  return valueGrammar.test(device) && device.endsWith(checksum(device.slice(0, -checksumLength)))
    ? device
    : undefined;
}

export function deviceCookie(device: string): string {
  return setCookie(cookieName, device, { maxAgeSeconds: deviceMs / 1000, sameSite: 'Strict' });
}

/** The stored form of a device: 128 bits of a hash that is bound to the address. */
export function deviceAttribute(addressHash: string, device: string): string {
  return `${devicePrefix}${hash('sha256', `${addressHash} ${device}`).slice(0, 32)}`;
}

/** Prefix of a device's attribute in the login item. */
export const devicePrefix = 'd_';
