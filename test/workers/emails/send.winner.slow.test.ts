import { describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { planWinnerChoice } from '#lib/campaigns/winners/choose-winner.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { visit } from '../../api/support/links.ts';
import { commitNow } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls } from '../support/activity.ts';
import { type RunningCampaign, readExecution } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';

const subjects = ['Subject A', 'Subject B'];
const variants = subjects.map((subject) => ({ subject, bodyHtml: '<p>Good day.</p>' }));
const follow = { delay: { value: 1, unit: 'days' }, variants: [{ bodyText: 'Again.' }] };
const steps = [{ variants }, follow];

const mail = await useMailServer(monday);

const choose = async ({ campaign }: RunningCampaign, variantId: string | undefined) => {
  const params = { id: campaign.id, stepId: campaign.steps[0]?.id ?? '' };
  const choice = { variantId: variantId ?? null };
  await commitNow(workspaceId, await planWinnerChoice(connected(), workspaceId, params, choice));
};

/** The subject of the last email. */
const subjectOf = () => /^Subject: (.*)\r$/m.exec(mail.received.at(-1)?.raw ?? '')?.[1];

describe('a step with a winner', () => {
  test.each([0, 1])('sends only the winner, variant %i', async (position) => {
    const contacts = Array.from({ length: 6 }, () => ({}));
    const running = await runOne(mail, { contacts, campaign: { steps } });
    await choose(running, running.campaign.steps[0]?.variants[position]?.id);
    const sent: (string | undefined)[] = [];
    for (const [minute, call] of running.calls.entries()) {
      setClock(monday + minute * 300_000);
      await consume(send, [call]);
      sent.push(subjectOf());
    }

    expect(sent).toEqual(contacts.map(() => subjects[position]));
  });

  test('keeps the thread of a contact that got another variant', async () => {
    const running = await runOne(mail, { campaign: { steps } });
    await consume(send, [running.call]);
    const first = subjectOf();
    const [one, other] = running.campaign.steps[0]?.variants ?? [];
    await choose(running, first === subjects[0] ? other?.id : one?.id);
    const { dueAt } = await readExecution(running.call);
    setClock(dueAt);
    await consume(send, [running.call]);

    expect(mail.received).toHaveLength(2);
    expect(subjectOf()).toBe(`Re: ${first}`);
  });

  test('records an email with an unknown outcome with the variant that was sent', async () => {
    const running = await runOne(mail, { campaign: { steps } });
    mail.behaviour = { kind: 'cut', after: 'data' };
    await consume(send, [running.call]);
    mail.behaviour = { kind: 'accept' };
    await takeCalls('ticks');
    const sent = subjectOf();
    const [one, other] = running.campaign.steps[0]?.variants ?? [];
    const [own, rival] = sent === subjects[0] ? [one, other] : [other, one];
    await choose(running, rival?.id);
    const raw = (mail.received[0]?.raw ?? '').replaceAll(/=\r?\n/g, '');
    setClock(monday + 3_600_000);
    await visit(open, 'open', /\/t\/o\/([\w-]{132})/.exec(raw)?.[1] ?? '');
    await takeCalls('ticks');
    const { data } = await listActivity(connected(), workspaceId, {
      campaignId: running.campaign.id,
      includeBots: false,
      limit: 10,
      type: ['email.sent'],
    });

    expect(data).toMatchObject([{ variantId: own?.id }]);
    expect((await readExecution(running.call)).thread?.subject).toBe(sent);
  });
});
