import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { visit } from '../../api/support/links.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

const variants = [{ subject: 'Hello {{firstName}}', bodyHtml: '<p>Good day.</p>' }];
const follow = { delay: { value: 1, unit: 'days' }, variants };
const contacts = [{ firstName: 'Ann' }];

let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});
beforeEach(() => {
  mail.received.length = 0;
  setClock(monday);
});

/** A mail that its server has, and whose sender does not know. @returns the token of its picture */
async function loseAnswer(steps: readonly unknown[]) {
  const running = await runOne(mail, { contacts, campaign: { steps } });
  mail.behaviour = { kind: 'cut', after: 'data' };
  await consume(send, [running.call]);
  mail.behaviour = { kind: 'accept' };
  const raw = (mail.received[0]?.raw ?? '').replaceAll(/=\r?\n/g, '');
  await takeCalls('ticks');

  return { ...running, picture: /\/t\/o\/([\w-]{132})/.exec(raw)?.[1] ?? '', raw };
}

describe('a mail that nobody could vouch for, once it is opened', () => {
  test('was sent: what follows it waits from then on, in its thread, and the campaign wakes to plan it', async () => {
    const { call, campaign, picture, raw } = await loseAnswer([{ variants }, follow]);
    expect(await readExecution(call)).toMatchObject({ sendState: 'unknown', sentCount: 0 });
    setClock(monday + 3_600_000);
    await visit(open, 'open', picture);

    expect(await readExecution(call)).toMatchObject({
      ...{ sendState: 'due', status: 'in_progress', sentCount: 1, openedAt: expect.any(String) },
      ...{ dueAt: monday + 3_600_000 + dayMs, thread: { subject: 'Hello Ann', from: 0 } },
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

  test('was sent once, however many open it at the same time', async () => {
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
    // Its end may have been the campaign's.
    expect(await takeCalls('ticks')).toEqual([{ workspaceId, campaignId: campaign.id, hasEnded: true }]);
  });
});
