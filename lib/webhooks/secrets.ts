import type { WebhookItem } from '#lib/webhooks/items.ts';

/** The secrets of a webhook: the newest one is `current`; each one before it is `previous` until its grace period ends. */
export type SecretName = 'current' | 'previous';

type Secrets = Pick<WebhookItem, 'sealedSecret' | 'previousSecrets' | 'acceptedSecret'> &
  Partial<Pick<WebhookItem, 'secretCreatedBy'>>;

export interface ValidSecret {
  readonly name: SecretName;
  readonly sealed: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/**
 * The valid secrets, the last accepted one first, then the newest ones. `X-Webhook-Signature` has only one signature, by the
 * first secret. A receiver that has not updated its secret therefore keeps working during a rotation.
 */
export function validSecrets(webhook: Secrets, now: number): readonly [ValidSecret, ...ValidSecret[]] {
  const { sealedSecret: sealed, acceptedSecret } = webhook;
  const current: ValidSecret = { name: 'current', sealed, expiresAt: Number.POSITIVE_INFINITY };
  const all = [
    current,
    ...validPrevious(webhook, now).map((each) => ({ name: 'previous', ...each }) as const),
  ];
  const accepted = all.find((each) => each.sealed === acceptedSecret) ?? current;

  return [accepted, ...all.filter((each) => each !== accepted)];
}

/** Newest first. */
function validPrevious({ previousSecrets = [] }: Secrets, now: number) {
  return previousSecrets.filter((each) => each.expiresAt > now);
}

/** Ids of the users and API keys that got a valid secret. */
export function secretCreators(webhook: Secrets, now: number): string[] {
  return [webhook.secretCreatedBy, ...validPrevious(webhook, now).map(({ createdBy }) => createdBy)].flatMap(
    (id) => id ?? [],
  );
}

/**
 * A webhook's secrets after a rotation. Each previous secret stays valid until its own grace period ends; without a grace
 * period, only the new secret is valid.
 */
export function rotateSecrets(webhook: Secrets, sealedNew: string, graceMs: number, now: number): Secrets {
  if (graceMs === 0) return { sealedSecret: sealedNew };
  const [accepted] = validSecrets(webhook, now);
  const { sealedSecret: sealed, secretCreatedBy: createdBy = null } = webhook;
  const replaced = { sealed, createdBy, expiresAt: now + graceMs };

  return {
    sealedSecret: sealedNew,
    previousSecrets: [replaced, ...validPrevious(webhook, now)],
    acceptedSecret: accepted.sealed,
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

/** An endpoint that rejects all secrets has another problem. After three times, attempts send one request, for 10 minutes. */
export function countDoubleRejection(
  { doubleRejections = 0 }: Pick<WebhookItem, 'doubleRejections'>,
  now: number,
): Pick<WebhookItem, 'doubleRejections' | 'fallbackPausedUntil'> {
  return doubleRejections + 1 < doubleRejectionsMax
    ? { doubleRejections: doubleRejections + 1 }
    : { doubleRejections: 0, fallbackPausedUntil: now + fallbackPauseMs };
}
