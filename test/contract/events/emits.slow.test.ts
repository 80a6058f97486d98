import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints, workers } from '#lib/operations.ts';
import { startMailServer } from '../../workers/support/mail-server.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { declared, type Emission, pairsOf, watchEmissions } from './support/emissions.ts';
import { payloadFaults } from './support/payload.ts';
import { runScenario } from './support/scenario.ts';

let emissions: readonly Emission[];
let operationsRun: ReadonlySet<string>;
let receiver: Receiver;

beforeAll(async () => {
  const [mail, own] = await Promise.all([startMailServer(), startReceiver(), useOwnResources()]);
  receiver = own;
  ({ emissions, performed: operationsRun } = watchEmissions());
  await runScenario(mail, receiver);
});

describe('Events of operations and workers', () => {
  test('are exactly the declared ones', () => {
    expect(pairsOf(emissions)).toEqual(pairsOf(declared));
  });

  test('are tested for every worker, and every endpoint that declares events', () => {
    const emitting = endpoints.filter(({ definition }) => definition.emits !== undefined);

    expect(
      [...workers, ...emitting].map(({ name }) => name).filter((name) => !operationsRun.has(name)),
    ).toEqual([]);
  });

  test('have the data of their type, and no other field', () => {
    const faults = emissions.flatMap(({ operation, payload }) =>
      payloadFaults(JSON.parse(payload)).map((fault) => `${operation}: ${fault}`),
    );

    expect(emissions.length).toBeGreaterThan(20);
    expect(faults).toEqual([]);
  });

  test('reach webhooks byte for byte', () => {
    const bodies = new Set(receiver.calls.map(({ body }) => body));
    const kinds = new Set(declared.map(({ kind }) => kind));

    expect(new Set(receiver.calls.map(({ headers }) => headers['x-webhook-event']))).toEqual(kinds);
    expect(emissions.filter(({ payload }) => !bodies.has(payload))).toEqual([]);
  });
});
