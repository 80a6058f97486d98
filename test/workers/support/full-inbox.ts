import { listActivity } from '#lib/activity/activity.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { readCampaign, uniqueEmail } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox } from './activity.ts';
import { readExecution } from './campaign.ts';
import { dayMs } from './clock.ts';
import { firstMessageId, forgedId, readingAt, report, steps, written } from './inbox.ts';
import { consume } from './invoke.ts';
import type { MailServer } from './mail-server.ts';
import { runOne, workspaceId } from './one-mail.ts';
import { readInboxes } from './read-inboxes.ts';

interface Mailed {
  readonly sender: string;
  readonly address: string;
  readonly messageId: string;
}

/** The messages that arrive after one contact's email, and the contact's expected state afterwards. */
interface Case {
  readonly messages: (mail: Mailed) => readonly string[];
  readonly events?: readonly string[];
  readonly status: 'replied' | 'bounced' | 'in_progress';
  readonly waitsDays?: number;
  readonly suppressions?: number;
  /** The mail server has the email, but the send has an unknown outcome. */
  readonly isUnknown?: true;
}

const autoReplyDelayDays = 3;

const answer = ({ sender, address, messageId }: Mailed, header: Readonly<Record<string, string>> = {}) =>
  written({ from: address, to: sender }, { 'In-Reply-To': messageId, ...header });

const cases: readonly Case[] = [
  {
    messages: (mail) => [answer(mail), answer(mail)],
    status: 'replied',
    events: ['email.replied', 'email.replied'],
  },
  {
    // The same message twice, as a subscriber to two mailing lists receives it.
    messages: (mail) => Array(2).fill(answer(mail)),
    status: 'replied',
    events: ['email.replied'],
  },
  { messages: (mail) => [answer(mail)], isUnknown: true, status: 'replied', events: ['email.replied'] },
  {
    messages: (mail) => [answer(mail, { 'Auto-Submitted': 'auto-replied' })],
    status: 'in_progress',
    waitsDays: autoReplyDelayDays,
  },
  {
    messages: (mail) => [report(mail)],
    status: 'bounced',
    events: ['contact.blocklisted', 'contact.updated', 'email.bounced'],
    suppressions: 1,
  },
  {
    messages: (mail) => [report(mail, { Status: '5.2.2' })],
    status: 'in_progress',
    events: ['email.rejected'],
  },
  { messages: (mail) => [answer({ ...mail, address: mail.sender })], status: 'in_progress' },
  {
    messages: (mail) => [answer({ ...mail, messageId: forgedId(mail.messageId) })],
    status: 'in_progress',
  },
];

export interface FullInbox {
  readonly sender: string;
  readonly syncCall: { readonly workspaceId: string; readonly accountId: string };
  /** In the order of arrival. */
  readonly messages: readonly string[];
  /** The expected state of each contact and of the campaign after all messages are read. */
  readonly expected: unknown;
  /** Reads the actual state, in the form of `expected`. */
  find(): Promise<unknown>;
}

/** Sends one email to each contact from one account. @returns messages of all kinds that reply to these emails */
export async function fillInbox(
  host: { readonly port: number },
  mail: MailServer,
  contactsOfEachKind: number,
  password?: string,
): Promise<FullInbox> {
  const sender = uniqueEmail();
  const people = Array.from({ length: contactsOfEachKind }, () => cases)
    .flat()
    .map((each) => ({ ...each, address: uniqueEmail() }));
  const { campaign, calls, call } = await runOne(mail, {
    accounts: [{ ...readingAt(host, sender, mail), ...(password && { password }) }],
    contacts: people.map(({ address }) => ({ email: address })),
    campaign: { steps, autoReplyDelayDays },
  });
  const syncCall = { workspaceId, accountId: call.accountId };
  await readInboxes([syncCall]);
  const mailed: (Case & Mailed & { call: SendMessage; dueAt: number })[] = [];
  for (const [position, person] of people.entries()) {
    const own = calls[position] ?? call;
    const dueAt = await sendTo(own, mail, person.isUnknown);
    mailed.push({ ...person, sender, call: own, dueAt, messageId: await firstMessageId(own, sender) });
  }
  const count = (status: Case['status']) => mailed.filter((person) => person.status === status).length;

  return {
    sender,
    syncCall,
    messages: mailed.flatMap((person) => person.messages(person)),
    expected: {
      people: mailed.map(({ events = [], status, waitsDays = 0, suppressions = 0 }) => ({
        events: ['contact.created', 'email.sent', ...events].toSorted(),
        status,
        sentCount: 1,
        waitsDays,
        suppressions,
      })),
      stats: {
        contacts: mailed.length,
        sent: mailed.length,
        pending: 0,
        inProgress: count('in_progress'),
        replied: count('replied'),
        bounced: count('bounced'),
        endedByReply: count('replied'),
        endedByBounce: count('bounced'),
        endedByUnsubscribe: 0,
        openTracked: 0,
        clickTracked: 0,
        completed: 0,
        opened: 0,
        clicked: 0,
        unsubscribed: 0,
        paused: 0,
        unknown: 0,
        failed: 0,
        stopped: 0,
        suppressed: 0,
      },
    },
    async find() {
      await publishOutbox();
      const { stats } = await readCampaign(workspaceId, campaign.id);

      return { people: await Promise.all(mailed.map(readOutcome)), stats };
    },
  };
}

/** Sends the first email without the account's minimum gap. @returns the due time of the next email */
async function sendTo(call: SendMessage, mail: MailServer, isUnknown = false): Promise<number> {
  const { table } = connected();
  await table.update({ update: accountKey(workspaceId, call.accountId), set: { nextSendAt: 0 } });
  mail.behaviour = isUnknown ? { kind: 'cut', after: 'data' } : { kind: 'accept' };
  await consume(send, [call]);

  return (await readExecution(call)).dueAt;
}

async function readOutcome({
  call,
  address,
  dueAt: before,
}: {
  call: SendMessage;
  address: string;
  dueAt: number;
}) {
  const [{ data }, entries, { status, sentCount, dueAt }] = await Promise.all([
    listActivity(connected(), workspaceId, { contactId: call.contactId, limit: 100 }),
    listEntries(connected(), workspaceId, { value: address, limit: 10 }),
    readExecution(call),
  ]);

  return {
    events: data.map(({ type }) => type).toSorted(),
    status,
    sentCount,
    suppressions: entries.data.length,
    waitsDays: status === 'in_progress' ? (dueAt - before) / dayMs : 0,
  };
}
