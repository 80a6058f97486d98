import type { WebhookItem } from '#lib/webhooks/items.ts';

/** The secrets of a webhook: after a rotation, the new one is `current` and the one before it is `previous`. */
export type SecretName = 'current' | 'previous';

type Secrets = Pick<
  WebhookItem,
  'sealedSecret' | 'sealedPreviousSecret' | 'previousExpiresAt' | 'lastAcceptedSecret'
>;

interface ValidSecret {
  readonly name: SecretName;
  readonly sealed: string;
}

/**
 * The valid secrets, the last accepted one first. `X-Webhook-Signature` has only one signature, which uses that secret. A
 * receiver that has not updated its secret therefore keeps working during a rotation.
 */
export function validSecrets(webhook: Secrets, now: number): readonly [ValidSecret, ...ValidSecret[]] {
  const { sealedSecret, sealedPreviousSecret, previousExpiresAt = 0, lastAcceptedSecret } = webhook;
  const current = { name: 'current', sealed: sealedSecret } as const;
  if (sealedPreviousSecret === undefined || previousExpiresAt <= now) return [current];
  const previous = { name: 'previous', sealed: sealedPreviousSecret } as const;

  return lastAcceptedSecret === 'current' ? [current, previous] : [previous, current];
}

/**
 * A webhook's secrets after a rotation: the new secret and the accepted secret. So a second rotation soon after the first
 * does not invalidate the receiver's secret.
 */
export function rotateSecrets(webhook: Secrets, sealedNew: string, graceMs: number, now: number): Secrets {
  if (graceMs === 0) return { sealedSecret: sealedNew };
  const [accepted] = validSecrets(webhook, now);

  return {
    sealedSecret: sealedNew,
    sealedPreviousSecret: accepted.sealed,
    previousExpiresAt: now + graceMs,
    lastAcceptedSecret: 'previous',
  };
}

/** Statuses below 500 that never mean a rejected signature: their cause is time, size, rate or the resource. */
const unrelatedStatuses: ReadonlySet<number> = new Set([408, 410, 413, 414, 415, 425, 429, 431]);

/** Whether a status may mean a rejected signature. Many receivers respond with 500 in that case. */
export function mayRejectSignature(status: number): boolean {
  return status === 500 || (status >= 400 && status < 500 && !unrelatedStatuses.has(status));
}

const doubleRejectionsMax = 3;
const fallbackPauseMs = 600_000;

/** An endpoint that rejects both secrets has another problem. After three times, attempts send one request, for 10 minutes. */
export function countDoubleRejection(
  { doubleRejections = 0 }: Pick<WebhookItem, 'doubleRejections'>,
  now: number,
): Pick<WebhookItem, 'doubleRejections' | 'fallbackPausedUntil'> {
  return doubleRejections + 1 < doubleRejectionsMax
    ? { doubleRejections: doubleRejections + 1 }
    : { doubleRejections: 0, fallbackPausedUntil: now + fallbackPauseMs };
}
