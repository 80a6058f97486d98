import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

/** `X-Webhook-Signature`: specification, section 6. The HMAC key is the whole text of the secret, including the prefix. */
export function sign(payload: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(payload, 'utf8').digest('hex')}`;
}

/**
 * `webhook-signature` of Standard Webhooks, for receivers that also verify the timestamp. The HMAC key is the decoded secret
 * without its prefix: https://github.com/standard-webhooks/standard-webhooks
 */
export function standardSignature(
  id: string,
  timestampSeconds: number,
  payload: string,
  secret: string,
): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');

  return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${payload}`, 'utf8').digest('base64')}`;
}
