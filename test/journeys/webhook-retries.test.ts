import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { Contact } from '#lib/contacts/contact.ts';
import { Delivery } from '#lib/webhooks/delivery/delivery.ts';
import { subscribe } from '../../infra/local/demo/campaign.ts';
import { type Receiver, startReceiver } from '../../infra/local/demo/receiver.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { hasFaults } from '../support/faults.ts';
import { isWholeTier } from '../support/tier.ts';
import { type Journey, startJourney } from './support/journey.ts';

/** Specification, section 6: delays between a failure and the next attempt. */
const delaysSeconds = [60, 300, 1800, 7200];
const delaySecondsMax = 900;

/**
 * The local queue delivers each message once and on time. SQS may deliver a message more than once:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/standard-queues-at-least-once-delivery.html
 * Two copies that arrive together both see that the attempt is due, so both post it, with the same number, id and bytes.
 * Its outcome is recorded once, and one retry follows. A copy of a retry that arrives later posts nothing.
 * A message may also be a minute late, and the sweeper replaces a lost one after two to three minutes.
 */
const tolerance = hasFaults
  ? { isRepeatAllowed: true, latenessSecondsMax: 185, stepMs: 2000, patienceMs: 120_000 }
  : { isRepeatAllowed: false, latenessSecondsMax: 3, stepMs: 500, patienceMs: 30_000 };

test.runIf(isWholeTier)(
  'a failed delivery is retried after 1, 5, 30 and 120 minutes, at most 3 s late, with the same body and id, until it succeeds',
  {
    timeout: hasFaults ? 600_000 : 120_000,
  },
  async () => {
    const journey = await startJourney(() => 500);
    const { api, receiver: never } = journey;
    const recovering = await Promise.all([1, 2, 3, 4, 5].map(recoverAt));
    const receivers = [...recovering, never];
    for (const receiver of receivers) await subscribe(api, receiver, ['contact.created']);
    await api.post(Contact, '/contacts', { email: 'zoe@example.com', firstName: 'Zoë' });
    await waitForAttempts(journey, receivers, 1);

    for (const [position, delaySeconds] of delaysSeconds.entries()) {
      const waiting = receivers.filter((receiver, index) => attemptsOf(receiver).length <= index);
      const dueAt = Math.min(...waiting.map(lastSentAt)) + delaySeconds;
      await advanceUntil(journey, dueAt - 1);
      const isBefore = (await secondsNow(journey)) < dueAt;
      // A slow machine may need longer than the last second. The checks of the times below do not depend on it.
      if (isBefore)
        expect(counts(waiting), `before ${delaySeconds} s have passed`).toEqual(
          waiting.map(() => position + 1),
        );
      await waitForAttempts(journey, waiting, position + 2);
    }
    await journey.time.advance(86_400_000);
    await waitUntilIdle(journey);

    expect(receivers.map(attemptsOf)).toEqual([
      [1],
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ]);
    for (const { deliveries, forgeries } of receivers) {
      expect(forgeries()).toBe(0);
      for (const [index, delaySeconds] of delaysSeconds.entries()) {
        const before = deliveries.filter(({ attempt }) => attempt === index + 1);
        const [next] = deliveries.filter(({ attempt }) => attempt === index + 2);
        const [first, last] = [before.at(0), before.at(-1)];
        if (!first || !last || !next) continue;
        const label = `attempt ${next.attempt}`;
        expect(next.sentAtSeconds - first.sentAtSeconds, label).toBeGreaterThanOrEqual(delaySeconds);
        expect(next.sentAtSeconds - last.sentAtSeconds, label).toBeLessThanOrEqual(
          delaySeconds + tolerance.latenessSecondsMax,
        );
      }
    }
    expect(await recordedAttempts(journey)).toEqual(
      ['1', '1,2', '1,2,3', '1,2,3,4', '1,2,3,4,5', '1,2,3,4,5'].toSorted(),
    );
    const all = receivers.flatMap(({ deliveries }) => deliveries);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
  },
);

/** A receiver that rejects all attempts before number `first`. */
async function recoverAt(first: number): Promise<Receiver> {
  const receiver = await startReceiver(({ attempt }) => (attempt < first ? 500 : 204));
  onTestFinished(() => receiver.stop());

  return receiver;
}

/** The numbers of the attempts that a receiver got, in order of arrival. */
function attemptsOf({ deliveries }: Receiver): number[] {
  const attempts = deliveries.map(({ attempt }) => attempt);

  return tolerance.isRepeatAllowed ? attempts.filter((each, at) => each !== attempts[at - 1]) : attempts;
}

/** The numbers of the recorded attempts of each delivery. A repeated post is recorded once. */
async function recordedAttempts({ api }: Journey): Promise<string[]> {
  const webhooks = await api.readAll(z.object({ id: z.string() }), '/webhooks');
  const deliveries = await Promise.all(
    webhooks.map(({ id }) => api.readAll(Delivery, `/webhooks/${id}/deliveries`)),
  );

  return deliveries
    .flat()
    .map(({ attempts }) => attempts.map(({ number }) => number).join())
    .toSorted();
}

const counts = (receivers: readonly Receiver[]) => receivers.map((receiver) => attemptsOf(receiver).length);
const lastSentAt = ({ deliveries }: Receiver) => deliveries.at(-1)?.sentAtSeconds ?? 0;
const secondsNow = async ({ time }: Journey) => Date.parse((await time.status()).now) / 1000;

/** Advances the clock in small steps until the attempt has reached every receiver and the next one is queued. */
async function waitForAttempts(
  journey: Journey,
  receivers: readonly Receiver[],
  count: number,
): Promise<void> {
  const { time } = journey;
  await waitUntil(
    `attempt ${count}`,
    async () => {
      await waitUntilIdle(journey);
      const isDone = counts(receivers).every((each) => each >= count);
      if (!isDone) await time.advance(tolerance.stepMs);

      return isDone;
    },
    tolerance.patienceMs,
  );
}

/**
 * Waits until all due work is done. No message may be in flight when the clock jumps past its visibility timeout: SQS
 * would deliver it again.
 */
async function waitUntilIdle({ time }: Journey): Promise<void> {
  await waitUntil('no message is in flight', async () => {
    await time.settle(['deliveries']);
    const { queues } = await time.status();

    return Object.values(queues).every(({ ready, inFlight }) => ready + inFlight === 0);
  });
}

/** Advances the clock in steps of at most the longest SQS delay, so that the steps do not add to the lateness. */
async function advanceUntil(journey: Journey, atSeconds: number): Promise<void> {
  const { time } = journey;
  for (;;) {
    const left = atSeconds - (await secondsNow(journey));
    if (left <= 0) return;
    await time.advance(Math.min(left, delaySecondsMax) * 1000);
    await waitUntilIdle(journey);
  }
}
