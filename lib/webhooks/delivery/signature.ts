import { createHmac, randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';

export function newSecret(): string {
  return secretPrefix + randomBytes(32).toString('base64');
}

/** `X-Webhook-Signature` of the specification, section 6. @param secret the whole text, including the prefix, is the key */
export function sign(payload: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(payload, 'utf8').digest('hex')}`;
}

/** https://github.com/standard-webhooks/standard-webhooks: for receivers that also verify the timestamp. */
export function standardSignature(
  id: string,
  timestampSeconds: number,
  payload: string,
  secret: string,
): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');

  return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${payload}`, 'utf8').digest('base64')}`;
}
