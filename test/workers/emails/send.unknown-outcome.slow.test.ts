import { describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { resolveUnknownSend } from '#lib/emails/unknown-outcome.ts';
import { executionKey } from '#lib/executions/items.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { visit } from '../../api/support/links.ts';
import { readCampaign, setExecution } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls, takeJobs } from '../support/activity.ts';
import { editCampaign, readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';
import { takeMessages } from '../support/own-resources.ts';

const variants = [{ subject: 'Hello {{firstName}}', bodyHtml: '<p>Good day.</p>' }];
const follow = { delay: { value: 1, unit: 'days' }, variants };
const contacts = [{ firstName: 'Ann' }];

const mail = await useMailServer(monday);

/** Sends a message that the server accepts, with an unknown outcome. @returns the token of its open pixel */
async function loseAnswer(steps: readonly unknown[]) {
  const running = await runOne(mail, { contacts, campaign: { steps } });
  mail.behaviour = { kind: 'cut', after: 'data' };
  await consume(send, [running.call]);
  mail.behaviour = { kind: 'accept' };
  const raw = (mail.received[0]?.raw ?? '').replaceAll(/=\r?\n/g, '');
  await takeCalls('ticks');

  return { ...running, picture: /\/t\/o\/([\w-]{132})/.exec(raw)?.[1] ?? '', raw };
}

describe('a contact with an unknown outcome of an email', () => {
  const statsOf = async (campaignId: string) => {
    await takeCalls('ticks');

    return readCampaign(workspaceId, campaignId);
  };

  test('is unknown in the statistics, not pending, until evidence comes', async () => {
    const { campaign, picture } = await loseAnswer([{ variants }, follow]);
    expect(await statsOf(campaign.id)).toMatchObject({
      stats: { contacts: 1, pending: 0, inProgress: 0, unknown: 1, sent: 0 },
      sendingStatus: { state: 'idle', reasons: ['nothing_due', 'contacts_unknown'] },
    });
    setClock(monday + 3_600_000);
    await visit(open, 'open', picture);

    expect(await statsOf(campaign.id)).toMatchObject({
      stats: { contacts: 1, pending: 0, inProgress: 1, unknown: 0, sent: 1 },
      sendingStatus: { reasons: ['nothing_due'] },
    });
  });

  test('fails after a day without evidence', async () => {
    const { call, campaign } = await loseAnswer([{ variants }]);
    setClock(monday + dayMs + 1000);
    await resolveUnknownSend(connected(), executionKey(workspaceId, call.contactId, campaign.id));

    expect((await statsOf(campaign.id)).stats).toMatchObject({
      contacts: 1,
      pending: 0,
      unknown: 0,
      failed: 1,
    });
  });

  test('is stopped after its removal, and stays stopped when evidence comes', async () => {
    const { call, campaign, picture } = await loseAnswer([{ variants }]);
    await editCampaign(workspaceId, campaign.id, { removeContactIds: [call.contactId] });
    await consume(runJob, await takeJobs());
    expect((await statsOf(campaign.id)).stats).toMatchObject({ pending: 0, unknown: 0, stopped: 1 });
    setClock(monday + 3_600_000);
    await visit(open, 'open', picture);

    expect((await statsOf(campaign.id)).stats).toMatchObject({
      contacts: 1,
      unknown: 0,
      stopped: 1,
      sent: 1,
    });
  });

  test('is counted once, even if several workers find the expired lease', async () => {
    const { call, campaign } = await runOne(mail, { campaign: { steps: [{ variants }] }, contacts });
    const set = {
      sendState: 'sending',
      sendToken: 'dead',
      leaseUntil: monday - 1,
      emailAccountId: call.accountId,
    };
    await setExecution(workspaceId, call.contactId, campaign.id, set);
    await Promise.all([1, 2, 3].map(() => consume(send, [call])));
    await consume(send, [call]);

    expect((await statsOf(campaign.id)).stats).toMatchObject({ pending: 0, unknown: 1 });
  });
});

describe('a message with an unknown outcome, after an open', () => {
  test('is recorded as sent: the follow-up’s delay starts, in the same thread, and the dispatcher plans it', async () => {
    const { call, campaign, picture, raw } = await loseAnswer([{ variants }, follow]);
    expect(await readExecution(call)).toMatchObject({ sendState: 'unknown', sentCount: 0 });
    setClock(monday + 3_600_000);
    await visit(open, 'open', picture);

    expect(await readExecution(call)).toMatchObject({
      sendState: 'due',
      status: 'in_progress',
      sentCount: 1,
      openedAt: expect.any(String),
      dueAt: monday + 3_600_000 + dayMs,
      thread: { subject: 'Hello Ann', from: 0 },
    });
    expect(await takeCalls('ticks')).toEqual([{ workspaceId, campaignId: campaign.id }]);
    const { data } = await listActivity(connected(), workspaceId, { campaignId: campaign.id, limit: 10 });
    const sent = data.find(({ type }) => type === 'email.sent');
    expect(raw).toContain(sent?.messageId);
    expect(data.map(({ type }) => type).toSorted()).toEqual([
      'campaign.started',
      'email.opened',
      'email.sent',
    ]);

    setClock(monday + 3_600_000 + dayMs);
    await consume(send, [call]);
    expect(mail.received).toHaveLength(2);
    expect(mail.received[1]?.raw).toContain('Subject: Re: Hello Ann');
    await takeMessages('sends');
  });

  test('is recorded as sent once, even for concurrent opens', async () => {
    const { call, campaign, picture } = await loseAnswer([{ variants }]);
    setClock(monday + 3_600_000);
    await Promise.all(
      ['Firefox/140.0', 'Chrome/141.0', 'Safari/605.1'].map((agent) =>
        visit(open, 'open', picture, { headers: { 'User-Agent': `Mozilla/5.0 (X11) ${agent}` } }),
      ),
    );
    const { data } = await listActivity(connected(), workspaceId, { campaignId: campaign.id, limit: 10 });

    expect(await readExecution(call)).toMatchObject({ status: 'completed', sendState: 'done', sentCount: 1 });
    expect(data.map(({ type }) => type).toSorted()).toEqual([
      ...['campaign.contact_completed', 'campaign.started', 'email.opened', 'email.sent'],
    ]);
    // The end of this execution may have completed the campaign.
    expect(await takeCalls('ticks')).toEqual([{ workspaceId, campaignId: campaign.id, hasEnded: true }]);
  });
});
