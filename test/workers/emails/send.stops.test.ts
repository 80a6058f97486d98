import { describe, expect, test } from 'vitest';
import { sendEmail } from '#lib/emails/send.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { setExecution } from '../../api/support/seed.ts';
import { eventKinds } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, sendingWith, workspaceId } from '../support/one-mail.ts';

const variants = [{ subject: 'Hello', bodyText: 'Good day.' }];
const steps = [{ variants }, { delay: { value: 1, unit: 'days' }, variants }];
const at = new Date(monday + 3_600_000).toISOString();

const mail = await useMailServer(monday);

/** A contact that received the first email, at the time when the second is due. */
async function runToSecond(campaign: Record<string, unknown>) {
  const running = await runOne(mail, { campaign: { steps, ...campaign } });
  await consume(send, [running.call]);
  setClock(monday + dayMs);

  return running;
}

const happen = ({ contactId, campaignId }: SendMessage, set: Record<string, unknown>) =>
  setExecution(workspaceId, contactId, campaignId, set);

const stops = [
  ['replied', 'stopOnReply', { repliedAt: at }],
  ['stopped', 'stopOnClick', { clickedAt: at }],
] as const;

describe.each(stops)('a contact that has %s, in a campaign with %s', (status, setting, set) => {
  test('gets no further email and ends with that status', async () => {
    const { call, campaign } = await runToSecond({ [setting]: true });
    await happen(call, set);
    await Promise.all([consume(send, [call]), consume(send, [call])]);
    await consume(send, [call]);

    expect(mail.received).toHaveLength(1);
    expect(await readExecution(call)).toMatchObject({ status, sendState: 'done', sentCount: 1 });
    expect(await eventKinds(workspaceId, campaign.id)).not.toContain('campaign.contact_completed');
  });

  test('gets no further email if it happens between reading and claiming', async () => {
    const { call } = await runToSecond({ [setting]: true });
    let claims = 0;
    const services = sendingWith((table) => ({
      async transact(writes) {
        claims += 1;
        if (claims === 1) await happen(call, set);
        await table.transact(writes);
      },
    }));
    await sendEmail(services, call);

    expect(claims).toBeGreaterThan(0);
    expect(mail.received).toHaveLength(1);
    expect(await readExecution(call)).toMatchObject({ status, sendState: 'done', sentCount: 1 });
  });

  test('gets the next email without that setting', async () => {
    const { call } = await runToSecond({ [setting]: false });
    await happen(call, set);
    await consume(send, [call]);

    expect(mail.received).toHaveLength(2);
    expect(await readExecution(call)).toMatchObject({ status: 'completed', sentCount: 2 });
  });
});
