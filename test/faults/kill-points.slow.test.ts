import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { uniqueEmail } from '../api/support/seed.ts';
import { type Endpoint, writes } from '../api/support/subject.ts';
import { hasFaults } from '../support/faults.ts';
import { once } from '../support/once.ts';
import { isWholeTier } from '../support/tier.ts';
import { bundleOf, deployedBundle } from './support/bundles.ts';
import { testInterruptions, undisturbedRuns } from './support/interruption-test.ts';

/** A claim and the record of an event: part of the fast tier. */
const sample = ['contacts.create'];
const interrupted = writes.filter(({ name }) => isWholeTier || sample.includes(name));

/**
 * A test email counts before its transmission. The email of an interrupted attempt may have been sent and its repeat sends another one, so
 * both count: otherwise more emails could be sent than the limits allow.
 */
const attemptCounts: Readonly<Record<string, readonly string[]>> = {
  'campaigns.test': ['sentToday', 'testEmails'],
};

const timeout = 300_000;
/** A fault delays a message of the import by up to a minute; if it is lost, the sweeper finds the import within two. */
const importSettlesWithinMs = 200_000;

describe.each(interrupted)('$name', (endpoint) => {
  const runs = once(async () =>
    undisturbedRuns({
      endpoint,
      bundle: await deployedBundle(endpoint),
      attemptCounts: attemptCounts[endpoint.name],
    }),
  );

  test('has its effect once and one response, if the process is killed at any of its calls', {
    timeout,
  }, async () => {
    const { calls, planned, cuts, complaints } = await testInterruptions(await runs(), 'kill');

    expect(complaints).toEqual([]);
    // Authentication, the idempotency record, and the transaction.
    expect(calls).toBeGreaterThanOrEqual(3);
    expect(cuts, 'killed at each').toBeGreaterThanOrEqual(planned);
  });

  test.runIf(isWholeTier)(
    'has its effect once and one response, if any of its calls or their responses is lost',
    {
      timeout,
    },
    async () => {
      expect((await testInterruptions(await runs(), 'lose')).complaints).toEqual([]);
    },
  );
});

test.runIf(isWholeTier)(
  'an import of many chunks is resumed after a kill at any call',
  {
    timeout,
  },
  async () => {
    const endpoint = findEndpoint('contacts.import');
    const changes = () => ({ body: fileOf(100) });
    const { calls, planned, cuts, complaints } = await testInterruptions(
      undisturbedRuns({ endpoint, bundle: await deployedBundle(endpoint), changes }),
      'kill',
    );

    expect(complaints).toEqual([]);
    expect(calls).toBeGreaterThan(5);
    expect(cuts).toBeGreaterThanOrEqual(planned);
  },
);

test.runIf(isWholeTier)(
  'a background import is accepted once, if its request is killed at any call',
  {
    timeout: hasFaults ? 2 * timeout : timeout,
  },
  async () => {
    const endpoint = findEndpoint('contacts.import');
    const changes = () => ({ body: fileOf(1001) });
    const { calls, planned, cuts, complaints } = await testInterruptions(
      undisturbedRuns({
        endpoint,
        bundle: await deployedBundle(endpoint),
        changes,
        settlesWithinMs: importSettlesWithinMs,
      }),
      'kill',
    );

    expect(complaints).toEqual([]);
    // In addition to authentication and the record: three parts, and the import.
    expect(calls).toBeGreaterThanOrEqual(7);
    expect(cuts).toBeGreaterThanOrEqual(planned);
  },
);

function fileOf(contacts: number) {
  return { csv: ['email', ...Array.from({ length: contacts }, uniqueEmail)].join('\n') };
}

/** Checks that the harness detects bugs. */
describe('a planted bug is found', () => {
  test.each([
    [
      'a change that is committed before its idempotency record',
      import.meta.resolve('./planted/effect-before-record.ts'),
      'contacts.create',
      /a repeat got 422/,
    ],
    [
      'an event that is written after its change',
      import.meta.resolve('./planted/event-after-effect.ts'),
      'contacts.create',
      /missing: .*contact\.created/,
    ],
    [
      'an Idempotency-Key that is not stored',
      import.meta.resolve('./planted/no-record.ts'),
      'api-keys.create',
      /missing: .*KEYS/,
    ],
  ])('%s', { timeout }, async (_, url, name, trace) => {
    const endpoint = { ...findEndpoint(name), file: relative('.', fileURLToPath(url)) };
    const ordeal = { endpoint, bundle: await bundleOf(endpoint) };
    const { complaints } = await testInterruptions(undisturbedRuns(ordeal), 'kill', {
      every: 1,
      stopsAtComplaint: true,
    });

    expect(complaints.join('\n')).toMatch(trace);
  });
});

function findEndpoint(name: string): Endpoint {
  const endpoint = writes.find((each) => each.name === name);
  if (!endpoint) throw new Error(`there is no ${name}`);

  return endpoint;
}
