import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newWorkspace, useStack } from '../support/stack.ts';
import { type FaultyProxy, retryAfter, startFaultyProxy } from './support/faulty-proxy.ts';
import { cache, runGenerator } from './support/run-generator.ts';
import { receiveDelivery } from './support/signed-delivery.ts';
import { clients, isSelected } from './support/turn.ts';

test.for(clients)(
  'every feature of %s works, and it changes nothing twice behind a proxy that fails',
  { timeout: 900_000 },
  async (client, { skip }) => {
    skip(!isSelected(client));
    const { apiKey } = await newWorkspace();
    const delivery = `${cache}/delivery.json`;
    writeFileSync(delivery, JSON.stringify(await receiveDelivery(apiKey)));
    const proxy = await startFaultyProxy(useStack().baseUrl);
    const found = await runGenerator(client, {
      API: proxy.url,
      API_KEY: apiKey,
      DELIVERY: delivery,
    }).finally(() => proxy.close());

    expect(found).toEqual({
      imported: ['completed', 120],
      contacts: 121,
      firstPage: 50,
      campaign: 'draft',
      campaigns: ['Spring'],
      bulkJob: ['completed', 121],
      export: ['completed', 121, true],
      deleted: ['NOT_FOUND', 404],
      erasure: ['running', true],
      invalid: ['VALIDATION_ERROR', 422, 'custom', 'email', true],
      mismatch: ['body'],
      exhausted: ['HTTP_503', 503, 'Service Unavailable'],
      unreachable: true,
      emptyId: true,
      event: 'webhook.test',
      forged: true,
    });
    expect(await eventsOf(apiKey)).toBe(121);
    expectFourAttempts(proxy);
  },
);

/** The number of `contact.created` events. */
async function eventsOf(apiKey: string): Promise<number> {
  let count = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = new URLSearchParams({ type: 'contact.created', limit: '100', ...(cursor && { cursor }) });
    const response = await fetch(`${useStack().baseUrl}/activity?${query}`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    });
    const page = Object(await response.json());
    count += page.data.length;
    cursor = page.nextCursor;
  }

  return count;
}

/** All attempts of a write have one key, and wait as long as `Retry-After` says. */
function expectFourAttempts({ attempts }: FaultyProxy): void {
  const writes = Map.groupBy(
    attempts.filter(({ request }) => !request.startsWith('GET')),
    ({ key }) => key,
  );
  const counts = [...writes.values()].map(({ length }) => length);
  const waits = [...writes.values()].flatMap(([first, second, third, fourth]) =>
    first && second && third && fourth ? [second.at - first.at, fourth.at - third.at] : [],
  );

  expect(writes.has('undefined')).toBe(false);
  expect(counts.filter((count) => count === 4).length).toBeGreaterThanOrEqual(6);
  // One write has no retries.
  expect(counts.filter((count) => count < 4)).toEqual([1]);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(retryAfter * 1000);
}
