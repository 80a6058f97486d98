import { vi } from 'vitest';
import { getContact } from '#lib/contacts/contacts.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { settingsKey } from '#lib/email-accounts/items.ts';
import type { MessageIds } from '#lib/links/token.ts';
import { timestamp } from '#lib/values/ids.ts';
import type { SyncMessage } from '#lib/values/queues.ts';
import { handler as sendHandler } from '../../../../functions/emails/send.ts';
import { browser, tokenOf } from '../../../api/support/links.ts';
import { block, commitNow, setExecution, uniqueEmail } from '../../../api/support/seed.ts';
import { deliverMessage } from '../../../bench/support/invoke.ts';
import { connected } from '../../../support/stack.ts';
import { editPaused, readExecution } from '../../../workers/support/campaign.ts';
import { dayMs, setClock } from '../../../workers/support/clock.ts';
import {
  arrive,
  beginConversation,
  type Conversation,
  report,
  reportWithoutId,
  steps,
  written,
} from '../../../workers/support/inbox.ts';
import { consume } from '../../../workers/support/invoke.ts';
import { runOne, workspaceId } from '../../../workers/support/one-mail.ts';
import { makeInboxesDue } from '../../../workers/support/read-inboxes.ts';
import { runAs } from './emissions.ts';
import type { Paths, RunPath, World } from './paths.ts';
import { emailWithUnknownOutcome } from './scenario.ts';

const headers = { 'User-Agent': browser };
const oneMail = { steps: [{ variants: [{ subject: 'Hello', bodyText: 'Good day.' }] }] };

function send(call: unknown): Promise<void> {
  return runAs('emails.send', () => deliverMessage('emails.send', call));
}

async function readInbox(calls: readonly SyncMessage[]): Promise<void> {
  await makeInboxesDue(calls);
  for (const call of calls) await deliverMessage('inbox.sync', call);
}

async function sync(call: SyncMessage): Promise<void> {
  await makeInboxesDue([call]);
  await runAs('inbox.sync', () => deliverMessage('inbox.sync', call));
}

async function unsubscribeContact(contactId: string): Promise<void> {
  const patch = { status: 'unsubscribed' } as const;
  await commitNow(workspaceId, await planContactUpdate(connected(), workspaceId, contactId, patch));
}

function begin({ host, mail }: World, campaign: Record<string, unknown> = {}): Promise<Conversation> {
  return beginConversation(host, mail, readInbox, { campaign });
}

/** A conversation with an unknown outcome of its first email. */
async function beginWithUnknownOutcome(
  world: World,
  campaign: Record<string, unknown>,
): Promise<Conversation> {
  world.mail.behaviour = { kind: 'cut', after: 'data' };
  const conversation = await begin(world, campaign);
  world.mail.behaviour = { kind: 'accept' };

  return conversation;
}

function replyTo({ host }: World, { address, sender, messageId }: Conversation, text?: string): void {
  arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId }, text));
}

const answers = (text?: string) => ({
  'inbox.sync': {
    act: async (world: World) => {
      const conversation = await begin(world);
      replyTo(world, conversation, text);
      await sync(conversation.syncCall);
    },
  },
  'emails.send': {
    act: async (world: World) => {
      const conversation = await begin(world);
      replyTo(world, conversation, text);
      setClock(Date.now() + 7 * dayMs);
      await send(conversation.call);
      vi.useRealTimers();
    },
  },
});

/** The only email of a campaign, sent an hour ago. */
async function sentEmail(): Promise<MessageIds> {
  const mail = await emailWithUnknownOutcome({ campaign: oneMail });
  const lastSentAt = timestamp(Date.now() - 3_600_000);
  await setExecution(workspaceId, mail.contactId, mail.campaignId, {
    status: 'completed',
    sendState: 'done',
    sentCount: 1,
    sentSteps: [mail.stepId],
    lastSentAt,
  });

  return mail;
}

/** Follows a link of an email. */
async function follow({ request }: World, operation: string, mail: MessageIds) {
  const kinds = {
    'tracking.open': 'open',
    'tracking.click': { target: 'https://www.example.com/' },
    'tracking.unsubscribe': 'unsubscribe',
  } as const;
  const token = await tokenOf(mail, kinds[operation as keyof typeof kinds]);
  await request(operation, { params: { token }, headers });
}

function proof(campaign: Record<string, unknown>) {
  const byLink =
    (operation: string): RunPath =>
    async (world) =>
      follow(world, operation, await emailWithUnknownOutcome({ campaign }));

  return {
    'tracking.open': { act: byLink('tracking.open'), next: 'opened' },
    'tracking.click': { act: byLink('tracking.click'), next: 'clicked' },
    'tracking.unsubscribe': { act: byLink('tracking.unsubscribe'), next: 'linkUnsubscribed' },
    'inbox.sync': {
      act: async (world: World) => {
        const conversation = await beginWithUnknownOutcome(world, campaign);
        replyTo(world, conversation);
        await sync(conversation.syncCall);
      },
      next: 'replied',
    },
  } as const;
}

/** The mail server permanently rejects an email to a contact. */
async function refuse({ mail }: World, whileReceiving?: (contactId: string) => Promise<void>): Promise<void> {
  const { call } = await runOne(mail);
  mail.behaviour = { kind: 'refuse', at: 'data', code: 550, text: '5.1.1 No such user' };
  mail.whileReceiving = async () => whileReceiving?.(call.contactId);
  await send(call);
  mail.behaviour = { kind: 'accept' };
  delete mail.whileReceiving;
}

async function bounce(world: World, conversation: Conversation): Promise<void> {
  arrive(world.host, conversation.sender, report(conversation));
  await sync(conversation.syncCall);
}

const minuteNow = () =>
  Math.floor(Date.now() / 60_000)
    .toString(36)
    .toUpperCase();

/** A report that the email is spam. */
async function reject(world: World, conversation: Conversation): Promise<void> {
  const fields = { Status: '5.7.1', 'Diagnostic-Code': 'smtp; 550 5.7.1 This message looks like spam' };
  arrive(world.host, conversation.sender, report(conversation, fields));
  await sync(conversation.syncCall);
}

/** Changes that emails cause. */
export const emailPaths: Paths = {
  linkUnsubscribed: {
    'tracking.unsubscribe': {
      act: async (world) => follow(world, 'tracking.unsubscribe', await sentEmail()),
    },
  },
  suppressedContactUnsubscribed: {
    'tracking.unsubscribe': {
      act: async (world) => {
        const mail = await sentEmail();
        await block(workspaceId, (await getContact(connected(), workspaceId, mail.contactId)).email);
        await follow(world, 'tracking.unsubscribe', mail);
      },
    },
  },
  formerAddressUnsubscribed: {
    'tracking.unsubscribe': {
      act: async ({ request }) => {
        const mail = await sentEmail();
        const token = await tokenOf(mail, 'unsubscribe');
        const patch = { email: uniqueEmail() };
        await commitNow(
          workspaceId,
          await planContactUpdate(connected(), workspaceId, mail.contactId, patch),
        );
        await request('tracking.unsubscribe', { params: { token }, headers });
      },
    },
  },
  emailSent: {
    'emails.send': { act: async ({ mail }) => send((await runOne(mail, { campaign: { steps } })).call) },
  },
  lastEmailSent: { 'emails.send': { act: async ({ mail }) => send((await runOne(mail)).call) } },
  outcomeProven: proof({ steps }),
  lastOutcomeProven: proof(oneMail),
  noStepLeft: {
    'emails.send': {
      act: async ({ mail }) => {
        const { call, campaign } = await runOne(mail, { campaign: { steps } });
        await consume(sendHandler, [call]);
        await editPaused(workspaceId, campaign.id, { steps: campaign.steps.slice(0, 1) });
        // Due on every day of the week.
        setClock(Date.now() + 7 * dayMs);
        await send(call);
        vi.useRealTimers();
      },
    },
  },
  opened: {
    'tracking.open': {
      act: async (world) => follow(world, 'tracking.open', await sentEmail()),
    },
  },
  clicked: {
    'tracking.click': {
      act: async (world) => follow(world, 'tracking.click', await sentEmail()),
    },
  },
  replied: answers(),
  replyUnsubscribed: answers('Please unsubscribe me.\r\n'),
  bounced: {
    'emails.send': { act: (world) => refuse(world) },
    'inbox.sync': { act: async (world) => bounce(world, await begin(world)) },
  },
  suppressedContactBounced: {
    'emails.send': { act: (world) => refuse(world, unsubscribeContact) },
    'inbox.sync': {
      act: async (world) => {
        const conversation = await begin(world);
        await unsubscribeContact(conversation.call.contactId);
        await bounce(world, conversation);
      },
    },
  },
  bouncedWithoutProof: {
    'inbox.sync': {
      act: async (world) => {
        const conversation = await begin(world);
        arrive(world.host, conversation.sender, reportWithoutId(conversation, 'X-Mailer: x'));
        await sync(conversation.syncCall);
      },
    },
  },
  rejected: {
    'emails.send': {
      act: async ({ mail }) => {
        const { call } = await runOne(mail);
        mail.behaviour = { kind: 'refuse', at: 'data', code: 554, text: '5.7.1 blocked' };
        await consume(sendHandler, [call]);
        setClock((await readExecution(call)).dueAt);
        await send(call);
        mail.behaviour = { kind: 'accept' };
        vi.useRealTimers();
      },
    },
    'inbox.sync': { act: async (world) => reject(world, await begin(world)) },
  },
  accountFailing: {
    'emails.send': {
      act: async ({ mail }) => {
        const { call } = await runOne(mail);
        mail.behaviour = { kind: 'refuse', at: 'mail', code: 550, text: '5.7.1 not yours' };
        await send(call);
        mail.behaviour = { kind: 'accept' };
      },
    },
  },
  accountFailingByRejections: {
    'emails.send': {
      act: async ({ mail }) => {
        const { calls } = await runOne(mail, { contacts: [{}, {}] });
        const [first, second] = calls;
        mail.behaviour = {
          kind: 'refuse',
          at: 'data',
          code: 550,
          text: '5.4.5 Daily sending limit exceeded',
        };
        await consume(sendHandler, [first]);
        setClock(Date.now() + 60_000);
        await send(second);
        mail.behaviour = { kind: 'accept' };
        vi.useRealTimers();
      },
    },
    'inbox.sync': {
      act: async (world) => {
        const conversation = await begin(world, {});
        const { accountId } = conversation.call;
        const rejections = ['a', 'b'].map((recipient) => `${minuteNow()}s${recipient}`).join(' ');
        await connected().table.update({ update: settingsKey(workspaceId, accountId), set: { rejections } });
        await reject(world, conversation);
      },
    },
  },
};
