import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getAccount } from '#lib/email-accounts/read.ts';
import { handler as send } from '../../functions/emails/send.ts';
import { connected } from '../support/stack.ts';
import { readExecution } from '../workers/support/campaign.ts';
import { monday, setClock } from '../workers/support/clock.ts';
import { consume } from '../workers/support/invoke.ts';
import { runOne, step, workspaceId } from '../workers/support/one-mail.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';
import { type Exim, hasExim, startExim } from './exim-server.ts';

let recipients = 0;

/** Sends a campaign to recipients with addresses that begin with these words, a minute apart, in the given number of rounds. */
async function sendTo(exim: Exim, names: readonly string[], rounds = 1, bodyText = 'Good day.') {
  const contacts = names.map((name) => ({ email: `${name}-${process.pid}-${recipients++}@example.com` }));
  const running = await runOne(exim, { contacts, campaign: step({ bodyText }) });
  for (let round = 0; round < rounds; round++) {
    for (const [position, call] of running.calls.entries()) {
      setClock(monday + round * 1_200_000 + position * 60_000);
      expect(await consume(send, [call])).toEqual([]);
    }
  }
  const account = await getAccount(connected(), workspaceId, running.call.accountId);
  const executions = await Promise.all(running.calls.map(readExecution));

  return { account, statuses: executions.map(({ status }) => status), executions };
}

describe.runIf(hasExim)('emails submitted to Exim', { timeout: 60_000 }, () => {
  let exim: Exim;

  beforeAll(async () => {
    await useOwnResources();
    exim = await startExim();
  });
  afterAll(() => exim.stop());

  test.each(['prohibited', 'unverified'])(
    'to a recipient that is %s fail alone, with the words of the server',
    async (name) => {
      const { account, statuses, executions } = await sendTo(exim, [name, 'ann', 'ben'], 2);

      expect(statuses).toEqual(['failed', 'completed', 'completed']);
      expect(executions[0]).toMatchObject({ reason: 'smtp_550', detail: expect.stringMatching(/^550 \S/) });
      expect(account).toMatchObject({ status: 'connected', statusReason: null });
    },
  );

  test('to a recipient that is unrelayed wait, because the words may concern the account, and stop no account', async () => {
    const { account, statuses, executions } = await sendTo(exim, ['unrelayed', 'ann', 'ben'], 2);

    expect(statuses).toEqual(['pending', 'completed', 'completed']);
    expect(executions[0]).toMatchObject({ detail: expect.stringMatching(/^550 \S/) });
    expect(account).toMatchObject({ status: 'connected', statusReason: null });
  });

  test('beyond the rate limit of the server wait, and the account pauses with its words', async () => {
    const { account, statuses } = await sendTo(
      exim,
      Array.from({ length: 6 }, () => 'limited'),
    );

    expect(statuses.filter((status) => status === 'completed')).toHaveLength(2);
    expect(statuses.filter((status) => status === 'pending')).toHaveLength(4);
    expect(account).toMatchObject({
      statusReason: { code: 'rate_limited', message: expect.stringContaining('exceeds the limit') },
    });
  });

  test('with content that the server rejects use up no contact', async () => {
    const names = ['ada', 'bea', 'cleo', 'dora', 'elsa'];
    const { account, statuses } = await sendTo(exim, names, 2, 'This is forbidden.');

    expect(statuses).toEqual(names.map(() => 'pending'));
    expect(account).toMatchObject({
      statusReason: { code: 'emails_rejected', message: expect.stringContaining('forbidden content') },
    });
  });
});
