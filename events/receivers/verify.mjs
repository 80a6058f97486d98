import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns whether `signature`, the header X-Webhook-Signature, is valid for `body`, the raw bytes of the request. */
export function isGenuine(body, signature, secret) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature ?? '');

  return given.length === expected.length && timingSafeEqual(given, expected);
}
