import { describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { readStoredContact } from '#lib/contacts/stored.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import {
  addContact,
  commitNow,
  draftCampaign,
  executionStatuses,
  readCampaign,
  uniqueEmail,
} from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox, takeJobs } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';

const nobody = { kind: 'refuse', code: 550, text: '5.1.1 No such user' } as const;

const mail = await useMailServer();

const contactOf = (contactId: string) => readStoredContact(connected().table, workspaceId, contactId);

async function eventsOf(contactId: string) {
  const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

  return data.reverse();
}

async function entriesOf(value: string) {
  return (await listEntries(connected(), workspaceId, { value, limit: 10 })).data;
}

describe('an email to a nonexistent address', () => {
  test.each(['rcpt', 'data'] as const)(
    'that is rejected at %s ends the contact’s executions and suppresses the address',
    async (at) => {
      const email = uniqueEmail();
      const { call, campaign } = await runOne(mail, {
        contacts: [{ email }],
        campaign: { allowParallel: true },
      });
      const { contactId, accountId: emailAccountId } = call;
      const stepId = campaign.steps[0]?.id;
      const other = await draftCampaign(workspaceId, { contactIds: [contactId], allowParallel: true });
      await consume(runJob, await takeJobs());
      mail.behaviour = { ...nobody, at };
      expect(await consume(send, [call])).toEqual([]);

      const execution = await readExecution(call);
      const about = { campaignId: campaign.id, executionId: execution.id };
      expect(execution).toMatchObject({ status: 'bounced', reason: 'smtp_550', sentCount: 0 });
      expect(await executionStatuses(workspaceId, contactId, [other.id])).toEqual(['bounced']);
      const [entry] = await entriesOf(email);
      expect(entry).toMatchObject({ reason: 'hard_bounce', ...about, contactCount: 1 });
      expect(await contactOf(contactId)).toMatchObject({
        status: 'bounced',
        bouncedAt: expect.any(String),
        blocklistEntryId: entry?.id,
      });
      expect((await eventsOf(contactId)).slice(-3)).toMatchObject([
        {
          type: 'email.bounced',
          ...about,
          contactId,
          stepId,
          emailAccountId,
          metadata: { smtpCode: 550, enhancedCode: '5.1.1', diagnostic: 'No such user' },
        },
        { type: 'contact.updated', metadata: { changedFields: ['status', 'bouncedAt'] } },
        {
          type: 'contact.blocklisted',
          metadata: { email, blocklistEntryId: entry?.id, reason: 'hard_bounce' },
        },
      ]);
    },
  );

  test('is counted as bounced and as ended, not as failed or sent', async () => {
    const { call, campaign } = await runOne(mail);
    mail.behaviour = { ...nobody, at: 'rcpt' };
    await consume(send, [call]);
    await publishOutbox();

    expect((await readCampaign(workspaceId, campaign.id)).stats).toMatchObject({
      contacts: 1,
      pending: 0,
      inProgress: 0,
      completed: 0,
      sent: 0,
      bounced: 1,
    });
  });

  test('is tried once and emits one event, even if its queue message is delivered repeatedly', async () => {
    const { call } = await runOne(mail);
    mail.behaviour = { ...nobody, at: 'rcpt' };
    await Promise.all(Array.from({ length: 8 }, () => consume(send, [call])));
    mail.behaviour = { kind: 'accept' };
    setClock(Date.now() + 30 * 86_400_000);
    await consume(send, [call, call]);

    const kinds = (await eventsOf(call.contactId)).map(({ type }) => type);
    expect(kinds).toEqual([
      ...['contact.created', 'email.bounced', 'contact.updated', 'contact.blocklisted'],
    ]);
    expect(mail.received).toEqual([]);
  });

  test('ends as unsubscribed if its contact unsubscribes during the send, and the contact is marked as bounced', async () => {
    const { call } = await runOne(mail);
    const { contactId } = call;
    mail.behaviour = { ...nobody, at: 'data' };
    mail.whileReceiving = async () => {
      const patch = { status: 'unsubscribed' } as const;
      await commitNow(workspaceId, await planContactUpdate(connected(), workspaceId, contactId, patch));
    };
    expect(await consume(send, [call])).toEqual([]);

    expect(await readExecution(call)).toMatchObject({ status: 'unsubscribed', sendState: 'done' });
    expect(await contactOf(contactId)).toMatchObject({ status: 'bounced' });
    expect((await eventsOf(contactId)).slice(-2)).toMatchObject([
      { type: 'email.bounced' },
      { type: 'contact.updated', metadata: { changedFields: ['status', 'bouncedAt'] } },
    ]);
  });

  test('emits an event if its contact is deleted during the send, and the address stays suppressed', async () => {
    const email = uniqueEmail();
    const { call } = await runOne(mail, { contacts: [{ email }] });
    const { contactId } = call;
    mail.behaviour = { ...nobody, at: 'data' };
    mail.whileReceiving = async () => {
      await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, contactId));
    };
    expect(await consume(send, [call])).toEqual([]);

    expect(await readExecution(call)).toMatchObject({ status: 'stopped', sendState: 'done' });
    expect((await eventsOf(contactId)).at(-1)).toMatchObject({ type: 'email.bounced' });
    const newContact = await addContact(workspaceId, { email });
    expect(await contactOf(newContact)).toMatchObject({ status: 'bounced' });
  });
});

test.each(['552 5.2.2 Mailbox full', '550 5.7.1 Blocked by policy', '550 Refused'])(
  'a permanent rejection that is not about the address fails only the email: %s',
  async (reply) => {
    const { call } = await runOne(mail);
    const [code, ...text] = reply.split(' ');
    mail.behaviour = { kind: 'refuse', at: 'rcpt', code: Number(code), text: text.join(' ') };
    await consume(send, [call]);

    setClock((await readExecution(call)).dueAt);
    await consume(send, [call]);
    expect(await readExecution(call)).toMatchObject({ status: 'failed', reason: `smtp_${code}` });
    expect(await contactOf(call.contactId)).toMatchObject({ status: 'active' });
    expect((await eventsOf(call.contactId)).map(({ type }) => type)).toEqual([
      'contact.created',
      'email.rejected',
    ]);
  },
);
