import type { DeliveryMessage } from '#lib/values/queues.ts';

/*
 * A model of deliveries and their webhook, with the numbers of the specification. It processes one message after another,
 * without a table and without queues.
 */

export interface ModelDelivery {
  status: 'pending' | 'held' | 'delivered' | 'exhausted';
  attempts: number;
  dueAt: number | undefined;
  /** The resends with an outcome, by number. */
  resent: ReadonlySet<number>;
  /** The number of attempts in its log, including resends. */
  logged: number;
  /** Its position in the order of held deliveries. */
  heldAs: string;
  /** It was held when the webhook was enabled without a replay. */
  isUnwanted: boolean;
}

export interface Model {
  readonly intervalMs: number;
  status: 'healthy' | 'failing' | 'disabled';
  failures: number;
  /** Applies while the status is `failing`. */
  nextAttemptAt: number;
  /** Held deliveries of events up to this event id stay held. */
  releasesAfter: string;
  readonly deliveries: Map<string, ModelDelivery>;
  /** Earliest time of each attempt, by event and attempt number. */
  readonly notBefore: Map<string, number>;
}

/** The meaning of an endpoint's response. */
export interface ModelAnswer {
  readonly isDelivered: boolean;
  /** From `Retry-After`; 0 if the response has none. */
  readonly retryAfterMs: number;
}

const delaysMs = [0, 60_000, 300_000, 1_800_000, 7_200_000];

/** Processes a message before its request. @returns the webhook's status if an attempt starts */
export function beginAttempt(model: Model, call: DeliveryMessage, now: number): Model['status'] | undefined {
  if (call.dueAt > now) return undefined;
  if (call.resend !== undefined) return model.status === 'disabled' ? undefined : model.status;
  const delivery = model.deliveries.get(call.eventId);
  const isWaiting = delivery?.status === 'pending' && delivery.attempts === call.attempt - 1;
  if ((call.attempt > 1 || call.wasHeld || delivery) && !isWaiting) return undefined;
  const needsProbe = model.status === 'failing' && model.intervalMs > 0 && call.attempt === 1;
  if (model.status === 'disabled' || (needsProbe && (!call.wasHeld || model.nextAttemptAt > now))) {
    if (!delivery || isWaiting) {
      const attempts = call.attempt - 1;
      put(model, call, { status: 'held', attempts, dueAt: undefined });
      Object.assign(model.deliveries.get(call.eventId) ?? {}, {
        heldAs: heldPlace(model, call),
        isUnwanted: false,
      });
    }
    return undefined;
  }
  if (needsProbe) model.nextAttemptAt = now + model.intervalMs;

  return model.status;
}

/** @param begun the webhook's status when the attempt began */
export function endAttempt(
  model: Model,
  call: DeliveryMessage,
  begun: Model['status'],
  { isDelivered, retryAfterMs }: ModelAnswer,
  now: number,
): void {
  const delivery = model.deliveries.get(call.eventId);
  if (call.resend !== undefined) {
    endResend(delivery, call.resend, isDelivered);
    return;
  }
  const isOpen = delivery?.status === 'pending' || delivery?.status === 'held';
  const isNews = delivery ? isOpen && delivery.attempts === call.attempt - 1 : call.attempt === 1;
  if (!isNews) return;
  const logged = (delivery?.logged ?? 0) + 1;
  if (isDelivered) {
    put(model, call, { status: 'delivered', attempts: call.attempt, dueAt: undefined, logged });
    if (model.status !== 'disabled')
      Object.assign(model, { status: 'healthy', failures: 0, nextAttemptAt: 0 });
    return;
  }
  const delayMs = delaysMs[call.attempt];
  const dueAt =
    delayMs === undefined ? undefined : now + Math.max(delayMs, Math.min(retryAfterMs, 7_200_000));
  put(model, call, {
    status: dueAt === undefined ? 'exhausted' : 'pending',
    attempts: call.attempt,
    dueAt,
    logged,
  });
  if (dueAt !== undefined) model.notBefore.set(`${call.eventId} ${call.attempt + 1}`, dueAt);
  const isProbe = call.attempt === 1 && begun === 'failing';
  if (model.status !== 'disabled') fail(model, now, isProbe);
}

function endResend(delivery: ModelDelivery | undefined, resend: number, isDelivered: boolean): void {
  if (!delivery || delivery.resent.has(resend)) return;
  delivery.resent = new Set([...delivery.resent, resend]);
  delivery.logged += 1;
  if (isDelivered) Object.assign(delivery, { status: 'delivered', dueAt: undefined });
}

function fail(model: Model, now: number, isProbe: boolean): void {
  const wasHealthy = model.status === 'healthy';
  model.failures += 1;
  if (model.failures >= 5) model.status = 'failing';
  if (model.failures >= 20) model.status = 'disabled';
  if (model.status === 'failing' && (wasHealthy || isProbe)) model.nextAttemptAt = now + model.intervalMs;
}

/** Releases held deliveries: all of them, or only the oldest while the endpoint is failing. */
export function release(model: Model, now: number): void {
  if (model.status === 'disabled' || (model.status === 'failing' && model.nextAttemptAt > now)) return;
  const held = [...model.deliveries.values()]
    .filter(
      ({ status, heldAs }) => status === 'held' && heldAs > model.releasesAfter && heldAs > oldestHeld(now),
    )
    .sort((one, other) => (one.heldAs < other.heldAs ? -1 : 1));
  for (const delivery of model.status === 'failing' ? held.slice(0, 1) : held) {
    Object.assign(delivery, { status: 'pending', dueAt: now });
  }
}

/** Orders held deliveries by event. Deliveries held after enabling without a replay follow those held before it. */
function heldPlace({ releasesAfter }: Model, { eventId }: DeliveryMessage): string {
  return eventId > releasesAfter ? eventId : `${releasesAfter}#${eventId}`;
}

export function enable(model: Model, replay: 'held' | 'none', now: number): void {
  const isRepeat = replay === 'none' && model.status === 'healthy';
  Object.assign(model, { status: 'healthy', failures: 0, nextAttemptAt: 0 });
  // A release in progress continues.
  if (isRepeat) return;
  model.releasesAfter = replay === 'held' ? '' : eventIdAt(now + 1);
  for (const delivery of model.deliveries.values()) {
    delivery.isUnwanted = replay === 'none' && delivery.status === 'held';
  }
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The beginning of the id of an event created at `now`. */
function eventIdAt(now: number): string {
  const digits = Array.from({ length: 10 }, (_, place) =>
    crockford.charAt(Math.floor(now / 32 ** (9 - place)) % 32),
  );

  return `evt_${digits.join('')}`;
}

/** Older held deliveries are not sent: the limit is 7 days. */
export function oldestHeld(now: number): string {
  return eventIdAt(now - 7 * 86_400_000);
}

function put(
  { deliveries }: Model,
  { eventId }: DeliveryMessage,
  state: Pick<ModelDelivery, 'status' | 'attempts' | 'dueAt'> & Partial<ModelDelivery>,
): void {
  const before = deliveries.get(eventId) ?? {
    resent: new Set<number>(),
    logged: 0,
    heldAs: '',
    isUnwanted: false,
  };
  deliveries.set(eventId, { ...before, ...state });
}
