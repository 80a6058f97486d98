import { createHmac, timingSafeEqual } from 'node:crypto';

/** Whether `signature`, the header X-Webhook-Signature, is that of `body`, the bytes as they arrived. */
export function isGenuine(body, signature, secret) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature ?? '');

  return given.length === expected.length && timingSafeEqual(given, expected);
}
