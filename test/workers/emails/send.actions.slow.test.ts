import { describe, expect, test } from 'vitest';
import { recountCampaign } from '#lib/campaigns/recount.ts';
import { sendEmail } from '#lib/emails/send.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { visit } from '../../api/support/links.ts';
import { readCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { eventKinds, publishOutbox, takeCalls } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, sendingWith, workspaceId } from '../support/one-mail.ts';
import { actOn } from '../support/recipient-actions.ts';

const delay = { value: 0, unit: 'minutes' };
const steps = ['One', 'Two'].map((subject) => ({
  delay,
  thread: 'new',
  businessDaysOnly: false,
  variants: [{ subject, bodyHtml: '<p>Good day.</p>' }],
}));
const minuteMs = 60_000;

const mail = await useMailServer(monday);

const run = async () => {
  const running = await runOne(mail, { campaign: { steps } });
  const stepIds = running.campaign.steps.map(({ id }) => id);
  const act = (request: Record<string, unknown>) =>
    actOn(workspaceId, running.campaign.id, { contactIds: [running.call.contactId], ...request });

  return { ...running, stepIds, act };
};
const subjects = () => mail.received.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());
const messageIds = () => mail.received.map(({ raw }) => /^Message-ID:\s*(\S+)/m.exec(raw)?.[1]);

/** Sends a message that the server accepts without a reply. */
async function loseReply(call: SendMessage): Promise<void> {
  mail.behaviour = { kind: 'cut', after: 'data' };
  await consume(send, [call]);
  mail.behaviour = { kind: 'accept' };
}

async function expectExactCounters(campaignId: string): Promise<void> {
  await publishOutbox();

  expect(await recountCampaign(connected(), workspaceId, campaignId, false)).toBeUndefined();
}

describe('An action during a send', () => {
  test('skips a step that a worker has composed but not claimed', async () => {
    const { call, campaign, stepIds, act } = await run();
    // The following step is due now, so only its other due time excludes the claim.
    setClock(monday + minuteMs);
    let transactions = 0;
    const services = sendingWith((table) => ({
      async transact(writes) {
        transactions += 1;
        if (transactions === 1) await act({ action: 'skip', stepId: stepIds[0] });
        await table.transact(writes);
      },
    }));
    await sendEmail(services, call);
    setClock(monday + 2 * minuteMs);
    await consume(send, [call]);

    expect(subjects()).toEqual(['Two']);
    expect(await readExecution(call)).toMatchObject({ status: 'completed', sentSteps: [stepIds[1]] });
    await expectExactCounters(campaign.id);
  });

  test('that removes the recipient lets the email in flight finish and sends no further one', async () => {
    const { call, campaign, act } = await run();
    mail.whileReceiving = async () => {
      await act({ action: 'remove' });
    };
    await consume(send, [call]);
    delete mail.whileReceiving;
    setClock(monday + minuteMs);
    await consume(send, [call]);

    expect(subjects()).toEqual(['One']);
    expect(await readExecution(call)).toMatchObject({ status: 'stopped', sendState: 'done', sentCount: 1 });
    await expectExactCounters(campaign.id);
  });

  test('is refused if it would change the email in flight', async () => {
    const { call, stepIds, act } = await run();
    const [stepId] = stepIds;
    const reasons: (string | null | undefined)[] = [];
    mail.whileReceiving = async () => {
      for (const request of [{ action: 'skip' }, { action: 'resolve', outcome: 'not_sent' }]) {
        reasons.push((await act({ ...request, stepId })).results[0]?.reason);
      }
      reasons.push((await act({ action: 'restart' })).results[0]?.reason);
    };
    await consume(send, [call]);

    expect(reasons).toEqual(['in_flight', 'in_flight', 'in_progress']);
    expect(await readExecution(call)).toMatchObject({ sendState: 'due', sentCount: 1 });
  });
});

describe('An unknown outcome that a person resolves', () => {
  test('as not sent is sent once more, with the same Message-ID', async () => {
    const { call, campaign, stepIds, act } = await run();
    await loseReply(call);
    await consume(send, [call, call]);
    expect(mail.received).toHaveLength(1);
    await act({ action: 'resolve', outcome: 'not_sent', stepId: stepIds[0] });
    await act({ action: 'resolve', outcome: 'not_sent', stepId: stepIds[0] });
    setClock(monday + minuteMs);
    await consume(send, [call, call]);

    expect(subjects()).toEqual(['One', 'One']);
    expect(new Set(messageIds()).size).toBe(1);
    expect(await readExecution(call)).toMatchObject({ sentCount: 1, sentSteps: [stepIds[0]] });
    await expectExactCounters(campaign.id);
    expect((await readCampaign(workspaceId, campaign.id)).stats).toMatchObject({ sent: 1, unknown: 0 });
  });

  test('as sent is not sent again, and the following step starts its thread', async () => {
    const { call, campaign, stepIds, act } = await run();
    await loseReply(call);
    await act({ action: 'resolve', outcome: 'sent', stepId: stepIds[0] });
    setClock(monday + minuteMs);
    await consume(send, [call]);

    expect(subjects()).toEqual(['One', 'Two']);
    expect(await eventKinds(workspaceId, campaign.id)).toEqual([
      ...['campaign.started', 'email.sent', 'email.sent', 'campaign.contact_completed'],
    ]);
    await expectExactCounters(campaign.id);
  });

  test('is recorded once, even if evidence and contrary decisions arrive together', async () => {
    for (let round = 0; round < 5; round++) {
      setClock(monday + round * 10 * minuteMs);
      const { call, campaign, stepIds, act } = await run();
      await loseReply(call);
      const raw = (mail.received.at(-1)?.raw ?? '').replaceAll(/=\r?\n/g, '');
      const picture = /\/t\/o\/([\w-]{132})/.exec(raw)?.[1] ?? '';
      const resolve = { action: 'resolve', stepId: stepIds[0] };
      const [sent, notSent] = await Promise.all([
        act({ ...resolve, outcome: 'sent' }),
        act({ ...resolve, outcome: 'not_sent' }),
        visit(open, 'open', picture),
      ]);
      const execution = await readExecution(call);

      expect([0, 1]).toContain(execution.sentCount);
      expect(execution).toMatchObject({ sendState: 'due', sentSteps: stepIds.slice(0, execution.sentCount) });
      expect(notSent.applied).toBe(1 - execution.sentCount);
      expect(sent.applied).toBeLessThanOrEqual(execution.sentCount);
      await expectExactCounters(campaign.id);
      await takeCalls('ticks');
    }
  });
});

describe('A restarted recipient', () => {
  test('gets all steps again in a new thread, and the counters stay exact', async () => {
    const { call, campaign, act } = await run();
    for (const minutes of [0, 1]) {
      setClock(monday + minutes * minuteMs);
      await consume(send, [call]);
    }
    expect(await readExecution(call)).toMatchObject({ status: 'completed' });
    expect((await act({ action: 'restart' })).applied).toBe(1);
    for (const minutes of [2, 3]) {
      setClock(monday + minutes * minuteMs);
      await consume(send, [call]);
    }

    expect(subjects()).toEqual(['One', 'Two', 'One', 'Two']);
    expect(new Set(messageIds()).size).toBe(4);
    await expectExactCounters(campaign.id);
    expect((await readCampaign(workspaceId, campaign.id)).stats).toMatchObject({
      contacts: 2,
      completed: 2,
      sent: 4,
      pending: 0,
      inProgress: 0,
    });
  });
});
