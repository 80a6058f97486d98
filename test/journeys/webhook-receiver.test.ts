import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { settledAfterMs } from '#lib/activity/activity.ts';
import { Contact } from '#lib/contacts/contact.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { isRunnable, libraries, programs } from '../contract/receivers/verifiers.ts';
import { isWholeTier } from '../support/tier.ts';
import { type Forwarder, startForwarder } from './support/forwarder.ts';
import { type Journey, startJourney } from './support/journey.ts';
import { type ReceiverProgram, receiverProgram } from './support/receiver-program.ts';

const firstRetryMs = 60_000;
const kind = 'contact.created';

interface Scenario extends Pick<Journey, 'api' | 'report' | 'time'> {
  readonly forwarder: Forwarder;
  readonly program: ReceiverProgram;
  readonly secret: string;
}

test.runIf(isWholeTier)(
  'the receiver of the guide stores every event once, including repeated events and those missed while it was down',
  {
    timeout: 120_000,
  },
  async () => {
    const scenario = await begin();
    const { forwarder, program, report } = scenario;

    forwarder.to(await program.start());
    const firstId = await receiveTwice(scenario);
    await refuseForgeries(scenario);
    expect(await program.stop()).toEqual([`${firstId} ${kind}`]);

    const missedIds = await missThreeEvents(scenario);
    await scenario.time.advance(settledAfterMs + 1000);
    expect(new Set(await program.replay(report, firstId))).toEqual(
      new Set(missedIds.map((id) => `${id} ${kind}`)),
    );
    expect(await program.replay(report, firstId)).toEqual([]);

    forwarder.to(await program.start());
    await waitForRetries(scenario, 8);
    expect(forwarder.deliveries.slice(5).map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(await program.stop(), 'no event is new after the replay').toEqual([]);

    const inbox = program.inbox();
    expect(new Set(Object.keys(inbox))).toEqual(new Set([firstId, ...missedIds]));
    for (const { headers, body } of forwarder.deliveries) {
      expect(JSON.parse(inbox[idOf(headers)] ?? '')).toEqual(JSON.parse(body.toString()));
    }
  },
);

async function begin(): Promise<Scenario> {
  const { api, report, time } = await startJourney();
  const forwarder = await startForwarder();
  const { secret } = await api.post(z.object({ secret: z.string() }), '/webhooks', {
    url: forwarder.url,
    events: [kind],
  });

  return { api, report, time, forwarder, secret, program: receiverProgram(secret) };
}

/** Loses a response, so that the service delivers the event again. @returns the event's id */
async function receiveTwice(scenario: Scenario): Promise<string> {
  const { forwarder, program } = scenario;
  forwarder.loseNextAnswer();
  await create(scenario, 'first');
  await waitForDeliveries(scenario, 1);
  await waitForRetries(scenario, 2);
  const [first, repeat] = forwarder.deliveries;
  const id = idOf(first?.headers);

  expect(first?.status).toBe(204);
  expect(repeat?.status).toBe(204);
  expect(idOf(repeat?.headers)).toBe(id);
  expect(program.inbox()).toEqual({ [id]: first?.body.toString() });

  return id;
}

async function refuseForgeries({ forwarder, program, secret }: Scenario): Promise<void> {
  const [genuine] = forwarder.deliveries;
  if (!genuine) throw new Error('no delivery to forge');
  const { body, headers } = genuine;
  const { 'x-webhook-signature': signature = '', ...unsigned } = headers;
  const before = program.inbox();

  expect(await forwarder.post({ ...headers, 'x-webhook-id': 'evt_forged' }, '{}')).toBe(401);
  expect(await forwarder.post({ ...unsigned, 'x-webhook-id': 'evt_unsigned' }, body)).toBe(401);
  expect(program.inbox()).toEqual(before);
  for (const verifier of [...libraries, ...programs].filter(isRunnable)) {
    expect([verifier.file, verifier.verifyAll([{ body, signature, secret }])]).toEqual([
      verifier.file,
      [true],
    ]);
  }
}

/** @returns the ids of the events that the receiver missed */
async function missThreeEvents(scenario: Scenario): Promise<string[]> {
  for (const name of ['second', 'third', 'fourth']) await create(scenario, name);
  await waitForDeliveries(scenario, 5);
  const missed = scenario.forwarder.deliveries.slice(2);
  expect(missed.map(({ status }) => status)).toEqual([undefined, undefined, undefined]);

  return missed.map(({ headers }) => idOf(headers));
}

async function create({ api }: Scenario, name: string): Promise<void> {
  await api.post(Contact, '/contacts', { email: `${name}@example.com` });
}

async function waitForRetries(scenario: Scenario, count: number): Promise<void> {
  await scenario.time.advance(firstRetryMs);
  await waitForDeliveries(scenario, count);
}

async function waitForDeliveries({ forwarder, time }: Scenario, count: number): Promise<void> {
  await waitUntil(`delivery ${count}`, () => forwarder.deliveries.length >= count);
  // Waits until the outcome is recorded and the next attempt is queued.
  await time.settle(['deliveries']);
}

function idOf(headers: Forwarder['deliveries'][number]['headers'] = {}): string {
  return headers['x-webhook-id'] ?? '';
}
