import type { WebhookItem } from '#lib/webhooks/items.ts';

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
 * The secrets that are valid at a moment, the one last known to be accepted first. One header cannot equal two digests,
 * so a delivery is signed with that one: a receiver that has done nothing about a rotation notices nothing of it.
 */
export function validSecrets(webhook: Secrets, now: number): readonly [ValidSecret, ...ValidSecret[]] {
  const { sealedSecret, sealedPreviousSecret, previousExpiresAt = 0, lastAcceptedSecret } = webhook;
  const current = { name: 'current', sealed: sealedSecret } as const;
  if (sealedPreviousSecret === undefined || previousExpiresAt <= now) return [current];
  const previous = { name: 'previous', sealed: sealedPreviousSecret } as const;

  return lastAcceptedSecret === 'current' ? [current, previous] : [previous, current];
}

/**
 * A webhook's secrets after a rotation: the new one, and beside it the one that its receiver is known to accept. So a
 * second rotation, soon after the first, takes nothing from a receiver that knows of neither.
 */
export function rotateSecrets(webhook: Secrets, sealedNew: string, graceMs: number, now: number): Secrets {
  if (graceMs === 0) return { sealedSecret: sealedNew };
  const [proven] = validSecrets(webhook, now);

  return {
    sealedSecret: sealedNew,
    sealedPreviousSecret: proven.sealed,
    previousExpiresAt: now + graceMs,
    lastAcceptedSecret: 'previous',
  };
}

/** Statuses below 500 that say something else than «I do not accept this»: of time, size, rate or the resource. */
const otherRefusals: ReadonlySet<number> = new Set([408, 410, 413, 414, 415, 425, 429, 431]);

/** Whether an answer may mean that the signature was not the expected one. Many receivers say 500 for that. */
export function mayRejectSignature(status: number): boolean {
  return status === 500 || (status >= 400 && status < 500 && !otherRefusals.has(status));
}

const doubleRejectionsMax = 3;
const fallbackPauseMs = 600_000;

/** An endpoint that rejects both secrets fails for another reason: for a while it is asked once an attempt, not twice. */
export function countDoubleRejection(
  { doubleRejections = 0 }: Pick<WebhookItem, 'doubleRejections'>,
  now: number,
): Pick<WebhookItem, 'doubleRejections' | 'fallbackPausedUntil'> {
  return doubleRejections + 1 < doubleRejectionsMax
    ? { doubleRejections: doubleRejections + 1 }
    : { doubleRejections: 0, fallbackPausedUntil: now + fallbackPauseMs };
}
