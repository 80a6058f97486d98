import { createHmac, timingSafeEqual } from 'node:crypto';

const toleranceSeconds = 300;

/** Verifies a delivery according to Standard Webhooks. The signature also covers the id and the time, which prevents replays. */
export function isGenuineAndRecent(body, headers, secret, nowMs = Date.now()) {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(nowMs / 1000 - Number(seconds)) <= toleranceSeconds)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${digest}`);

  // During a rotation there is one signature per secret.
  return signatures.split(' ').some((each) => {
    const given = Buffer.from(each);

    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
