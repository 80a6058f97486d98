import { expect, onTestFinished, test } from 'vitest';
import { Contact } from '#lib/contacts/contact.ts';
import { subscribe } from '../../infra/local/demo/campaign.ts';
import { type Receiver, startReceiver } from '../../infra/local/demo/receiver.ts';
import { until } from '../../infra/local/demo/stack-time.ts';
import { isWholeTier } from '../support/tier.ts';
import { type Journey, startJourney } from './support/journey.ts';

/** Specification, section 6: after each failure, until the next attempt. */
const delaysSeconds = [60, 300, 1800, 7200];
const latenessSecondsMax = 3;
const longestHopSeconds = 900;

test.runIf(isWholeTier)(
  'a webhook that fails is tried five times, 1, 5, 30 and 120 minutes apart, never early and at most 3 s late, with the same bytes and id; one that recovers is not tried again',
  {
    timeout: 120_000,
  },
  async () => {
    const journey = await startJourney(() => 500);
    const { api, receiver: never } = journey;
    const recovering = await Promise.all([1, 2, 3, 4, 5].map(recoverAt));
    const receivers = [...recovering, never];
    for (const receiver of receivers) await subscribe(api, receiver, ['contact.created']);
    await api.post(Contact, '/contacts', { email: 'zoe@example.com', firstName: 'Zoë' });
    await attempted(journey, receivers, 1);

    for (const [position, delaySeconds] of delaysSeconds.entries()) {
      const waiting = receivers.filter(({ deliveries }, index) => deliveries.length <= index);
      const dueAt = Math.min(...waiting.map(lastSentAt)) + delaySeconds;
      await passUntil(journey, dueAt - 1);
      const isBefore = (await secondsNow(journey)) < dueAt;
      // Loaded, this machine may take longer than the second that is left; the times below tell all the same.
      if (isBefore)
        expect(counts(waiting), `${delaySeconds} s are not over`).toEqual(waiting.map(() => position + 1));
      await attempted(journey, waiting, position + 2);
    }
    await journey.time.advance(86_400_000);
    await rest(journey);

    expect(receivers.map(({ deliveries }) => deliveries.map(({ attempt }) => attempt))).toEqual([
      [1],
      [1, 2],
      [1, 2, 3],
      [1, 2, 3, 4],
      [1, 2, 3, 4, 5],
      [1, 2, 3, 4, 5],
    ]);
    for (const { deliveries, forgeries } of receivers) {
      expect(forgeries()).toBe(0);
      for (const [index, { sentAtSeconds }] of deliveries.slice(1).entries()) {
        const late = sentAtSeconds - (deliveries[index]?.sentAtSeconds ?? 0) - (delaysSeconds[index] ?? 0);
        expect(late, `attempt ${index + 2}`).toBeGreaterThanOrEqual(0);
        expect(late, `attempt ${index + 2}`).toBeLessThanOrEqual(latenessSecondsMax);
      }
    }
    const all = receivers.flatMap(({ deliveries }) => deliveries);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
  },
);

/** Refuses until then. */
async function recoverAt(first: number): Promise<Receiver> {
  const receiver = await startReceiver(({ attempt }) => (attempt < first ? 500 : 204));
  onTestFinished(() => receiver.stop());

  return receiver;
}

const counts = (receivers: readonly Receiver[]) => receivers.map(({ deliveries }) => deliveries.length);
const lastSentAt = ({ deliveries }: Receiver) => deliveries.at(-1)?.sentAtSeconds ?? 0;
const secondsNow = async ({ time }: Journey) => Date.parse((await time.status()).now) / 1000;

/** Second by second, until an attempt has reached every one of them, its outcome is written and the next is in the queue. */
async function attempted(journey: Journey, receivers: readonly Receiver[], count: number): Promise<void> {
  const { time } = journey;
  await until(`attempt ${count}`, async () => {
    await rest(journey);
    const isDone = counts(receivers).every((each) => each >= count);
    if (!isDone) await time.advance(500);

    return isDone;
  });
}

/**
 * Until nothing is left to do now. No message may be in somebody's hands when the clock jumps past its visibility time-out:
 * it would come twice.
 */
async function rest({ time }: Journey): Promise<void> {
  await until('no message is in hand', async () => {
    await time.settle(['deliveries']);
    const { queues } = await time.status();

    return Object.values(queues).every(({ ready, inFlight }) => ready + inFlight === 0);
  });
}

/** In steps that no hop through the queue outlasts, so that none of them is late by more than it would be anyway. */
async function passUntil(journey: Journey, atSeconds: number): Promise<void> {
  const { time } = journey;
  for (;;) {
    const left = atSeconds - (await secondsNow(journey));
    if (left <= 0) return;
    await time.advance(Math.min(left, longestHopSeconds) * 1000);
    await rest(journey);
  }
}
