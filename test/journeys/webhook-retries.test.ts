import { expect, test } from 'vitest';
import { Contact } from '#lib/contacts/contact.ts';
import { subscribe } from '../../infra/local/demo/campaign.ts';
import { until } from '../../infra/local/demo/stack-time.ts';
import { type Journey, startJourney } from './support/journey.ts';

const delaysSeconds = [60, 300, 1800, 7200];
/** Between the failure and the moment at which the next attempt is told to be due, and from there to the attempt. */
const latenessSecondsMax = 20;
const longestHopSeconds = 900;

test('a webhook receiver that fails gets the same bytes and id again after 1, 5, 30 and 120 minutes and then no more', {
  timeout: 120_000,
}, async () => {
  const journey = await startJourney(() => 500);
  const { api, receiver } = journey;
  await subscribe(api, receiver, ['contact.created']);
  await api.post(Contact, '/contacts', { email: 'zoe@example.com', firstName: 'Zoë' });
  await attempted(journey, 1);

  for (const [position, delaySeconds] of delaysSeconds.entries()) {
    await pass(journey, delaySeconds - latenessSecondsMax);
    expect(receiver.deliveries, `${delaySeconds} s are not over`).toHaveLength(position + 1);
    await pass(journey, latenessSecondsMax);
    await attempted(journey, position + 2);
  }
  await journey.time.advance(86_400_000);
  await journey.time.settle(['deliveries']);

  const { deliveries } = receiver;
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5]);
  expect(new Set(deliveries.map(({ id }) => id)).size).toBe(1);
  expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1);
  expect(receiver.forgeries()).toBe(0);
  const gaps = deliveries.slice(1).map((each, before) => {
    return each.sentAtSeconds - (deliveries[before]?.sentAtSeconds ?? 0);
  });
  for (const [position, delaySeconds] of delaysSeconds.entries()) {
    expect(gaps[position]).toBeGreaterThanOrEqual(delaySeconds);
    expect(gaps[position]).toBeLessThanOrEqual(delaySeconds + latenessSecondsMax);
  }
});

async function attempted({ receiver, time }: Journey, count: number): Promise<void> {
  await until(`attempt ${count}`, () => receiver.deliveries.length >= count);
  // Until its outcome is written and the next attempt is in the queue.
  await time.settle(['deliveries']);
}

/** In steps that no hop through the queue outlasts, so that none of them is late by more than it would be anyway. */
async function pass({ time }: Journey, seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= longestHopSeconds) {
    await time.advance(Math.min(left, longestHopSeconds) * 1000);
    await time.settle(['deliveries']);
  }
}
