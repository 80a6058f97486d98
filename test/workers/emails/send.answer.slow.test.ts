import { describe, expect, test } from 'vitest';
import { accountKey } from '#lib/email-accounts/items.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { sendQueued } from '#lib/emails/send-queued.ts';
import { answerKey } from '#lib/replies/answers/answer-items.ts';
import { findAnswer, type StoredAnswer } from '#lib/replies/answers/answers.ts';
import { cancelPeriodMs, planAnswer } from '#lib/replies/answers/plan-answer.ts';
import { planAnswerResolution } from '#lib/replies/answers/resolve-answer.ts';
import { listReplies } from '#lib/replies/list.ts';
import { readDueWork } from '#lib/storage/worklist.ts';
import type { AnswerMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { beforeCancelPeriod } from '../../api/support/replies.ts';
import { block, commitNow } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls } from '../support/activity.ts';
import { monday, setClock } from '../support/clock.ts';
import { arrive, beginConversation, type Conversation, written } from '../support/inbox.ts';
import { host, mail, read, services, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { sendingWith, workspaceId } from '../support/one-mail.ts';

useMailServers();

const minuteMs = 60_000;

interface Answered extends Conversation {
  readonly message: AnswerMessage;
  readonly replyMessageId: string;
}

/** A contact replies to the first email, and a user answers. */
async function answered(setup: Parameters<typeof beginConversation>[3] = {}): Promise<Answered> {
  const conversation = await beginConversation(host, mail, read, setup);
  const { sender, address, messageId, call, syncCall } = conversation;
  const replyMessageId = `<reply-to-${call.contactId}@there.example>`;
  const header = { 'In-Reply-To': messageId, References: messageId, 'Message-ID': replyMessageId };
  arrive(host, sender, written({ from: address, to: sender }, header));
  expect(await read([syncCall])).toEqual([]);
  const { contactId } = call;
  const { data } = await listReplies(services(), workspaceId, { contactId, limit: 1 });
  const text = 'Gladly. Does Monday suit you?';
  const { id } = await commitNow(
    workspaceId,
    await planAnswer(beforeCancelPeriod(services()), workspaceId, data[0]?.id ?? '', { text }),
  );
  mail.received.length = 0;

  return { ...conversation, replyMessageId, message: { workspaceId, contactId, answerId: id } };
}

async function readAnswer({ message: { contactId, answerId } }: Answered): Promise<StoredAnswer> {
  const answer = await findAnswer(connected().table, workspaceId, contactId, answerId);
  if (!answer) throw new Error('the answer does not exist');

  return answer;
}

const readAccount = ({ call }: Answered) => getAccount(connected(), workspaceId, call.accountId);
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}:(.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(raw)?.[1]?.replaceAll(/\s+/g, ' ').trim();

describe('an answer', () => {
  test('waits for five seconds, and is not sent if it is cancelled until then', async () => {
    const { message } = await answered();
    const { contactId } = message;
    const { data } = await listReplies(services(), workspaceId, { contactId, limit: 1 });
    const replyId = data[0]?.id ?? '';
    const planned = await planAnswer(services(), workspaceId, replyId, { text: 'On Monday.' });
    const { id } = await commitNow(workspaceId, planned);
    const waiting = { ...message, answerId: id };
    const queued: unknown[] = [];
    const sends = { send: async (messages: readonly unknown[]) => void queued.push(...messages) };
    await sendQueued({ ...sendingWith(() => ({})), sends }, waiting);
    expect(queued).toEqual([{ message: waiting, delaySeconds: 5 }]);
    const ids = { id: replyId, answerId: id };
    const cancelled = { outcome: 'cancelled' } as const;
    await commitNow(workspaceId, await planAnswerResolution(services(), workspaceId, ids, cancelled));
    setClock(services().now() + cancelPeriodMs);
    await consume(send, [waiting]);
    expect(mail.received).toEqual([]);
  });

  test('is queued by its commit, and sent in the thread from the same account', async () => {
    const conversation = await answered();
    const { sender, address, messageId, replyMessageId, message } = conversation;
    expect(await takeCalls('sends')).toContainEqual(message);
    await consume(send, [message]);
    const [{ from, to, raw } = { from: '', to: [], raw: '' }] = mail.received;

    expect([from, to, mail.received.length]).toEqual([sender, [address], 1]);
    expect(headerOf(raw, 'Subject')).toBe('Re: Hello');
    expect(headerOf(raw, 'In-Reply-To')).toBe(replyMessageId);
    expect(headerOf(raw, 'References')).toMatch(new RegExp(`^${messageId} ${replyMessageId}`));
    expect(headerOf(raw, 'Message-ID')).toContain(`.${message.answerId}@`);
    expect(raw).toContain('Gladly. Does Monday suit you?');
    expect(raw).not.toMatch(/List-Unsubscribe|\/t\/o\/|\/t\/c\/|\/u\//i);
    expect(await readAnswer(conversation)).toMatchObject({
      status: 'sent',
      sentAt: new Date(monday).toISOString(),
    });
    const { contactId } = message;
    const { data } = await listReplies(services(), workspaceId, { contactId, limit: 1 });
    expect(data[0]?.answeredAt).toBe(new Date(monday).toISOString());
  });

  test('is sent from a paused account, as campaign emails alone are paused', async () => {
    const conversation = await answered();
    const update = accountKey(workspaceId, conversation.call.accountId);
    await connected().table.update({ update, set: { status: 'paused' } });
    await consume(send, [conversation.message]);

    expect(mail.received).toHaveLength(1);
    expect(await readAnswer(conversation)).toMatchObject({ status: 'sent' });
  });

  test('is sent once for repeated and concurrent messages', async () => {
    const conversation = await answered();
    const { message } = conversation;
    await Promise.all([consume(send, [message, message]), consume(send, [message])]);
    setClock(monday + 10 * minuteMs);
    await consume(send, [message]);

    expect(mail.received).toHaveLength(1);
  });

  test('counts as an email of the day, beyond the limit if necessary', async () => {
    const conversation = await answered();
    const { call, message } = conversation;
    const before = await readAccount(conversation);
    await connected().table.update({
      update: accountKey(workspaceId, call.accountId),
      set: { dailyLimit: before.sentToday },
    });
    await consume(send, [message]);

    expect(mail.received).toHaveLength(1);
    expect(await readAccount(conversation)).toMatchObject({
      sentToday: before.sentToday + 1,
      remainingToday: 0,
    });
  });

  test('is never sent again after its worker stopped during the transmission, and has an unknown outcome', async () => {
    const conversation = await answered();
    const { message } = conversation;
    const isOutcome = (writes: readonly unknown[]) => JSON.stringify(writes).includes('"status":"sent"');
    const stopping = sendingWith((table) => ({
      transact: async (writes) => {
        if (isOutcome(writes)) throw new Error('the worker stopped');
        await table.transact(writes);
      },
    }));
    await expect(sendQueued(stopping, message)).rejects.toThrow('the worker stopped');
    expect(mail.received).toHaveLength(1);
    await consume(send, [message]);
    expect((await readAnswer(conversation)).status).toBe('sending');

    setClock(monday + 5 * minuteMs);
    const due = await readDueWork(connected().table, 'answer', Date.now(), 100);
    expect(due.map(({ sk }) => sk)).toContain(answerKey(workspaceId, message.contactId, message.answerId).sk);
    await consume(send, [message]);
    await consume(send, [message]);

    expect(await readAnswer(conversation)).toMatchObject({ status: 'outcome_unknown' });
    expect(mail.received).toHaveLength(1);
  });

  test('that the server received without a reply has an unknown outcome', async () => {
    const conversation = await answered();
    mail.behaviour = { kind: 'cut', after: 'data' };
    await consume(send, [conversation.message]);
    mail.behaviour = { kind: 'accept' };
    await consume(send, [conversation.message]);

    expect(await readAnswer(conversation)).toMatchObject({ status: 'outcome_unknown' });
    expect(mail.received).toHaveLength(1);
  });

  test.each([
    ['at the claim', 'before'],
    ['after the claim', 'after'],
  ] as const)('is sent at most once if its worker stops %s', async (_, moment) => {
    const conversation = await answered();
    const { message } = conversation;
    const stopping = sendingWith((table) => ({
      transact: async (writes) => {
        const isClaim = JSON.stringify(writes).includes('"status":"sending"');
        if (isClaim && moment === 'before') throw new Error('the worker stopped');
        await table.transact(writes);
        if (isClaim) throw new Error('the worker stopped');
      },
    }));
    await expect(sendQueued(stopping, message)).rejects.toThrow('the worker stopped');
    setClock(monday + 5 * minuteMs);
    await consume(send, [message]);

    const { status } = await readAnswer(conversation);
    const count = mail.received.length;
    expect([status, count]).toEqual(moment === 'before' ? ['sent', 1] : ['outcome_unknown', 0]);
  });

  test('that the server rejects fails without suppressing the contact', async () => {
    const conversation = await answered();
    mail.behaviour = { kind: 'refuse', at: 'rcpt', code: 550, text: '5.1.1 no such user' };
    await consume(send, [conversation.message]);

    expect(await readAnswer(conversation)).toMatchObject({
      status: 'failed',
      error: 'rejected',
      smtpCode: 550,
    });
    mail.behaviour = { kind: 'accept' };
    await consume(send, [conversation.message]);
    expect(mail.received).toHaveLength(0);
  });

  test('that the server rejects temporarily is sent later', async () => {
    const conversation = await answered();
    mail.behaviour = { kind: 'refuse', at: 'rcpt', code: 451, text: '4.7.1 try again later' };
    await consume(send, [conversation.message]);
    expect(await readAnswer(conversation)).toMatchObject({ status: 'queued', attempts: 1 });
    mail.behaviour = { kind: 'accept' };
    await consume(send, [conversation.message]);
    expect(mail.received).toHaveLength(0);
    setClock(monday + 16 * minuteMs);
    await consume(send, [conversation.message]);

    expect([mail.received.length, (await readAnswer(conversation)).status]).toEqual([1, 'sent']);
  });

  test('fails if the account can no longer log in', async () => {
    const conversation = await answered();
    mail.behaviour = { kind: 'refuse', at: 'auth', code: 535, text: '5.7.8 no' };
    await consume(send, [conversation.message]);

    expect(await readAnswer(conversation)).toMatchObject({
      status: 'failed',
      error: 'account_not_connected',
    });
    expect(await readAccount(conversation)).toMatchObject({ status: 'error' });
  });

  test('is not sent to an address that was blocklisted in the meantime', async () => {
    const conversation = await answered();
    await block(workspaceId, conversation.address);
    await consume(send, [conversation.message]);

    expect(mail.received).toHaveLength(0);
    expect(await readAnswer(conversation)).toMatchObject({ status: 'failed', error: 'blocklisted' });
  });

  test('is not sent to an address that is blocklisted during the login', async () => {
    const conversation = await answered();
    mail.whileLoggingIn = async () => {
      delete mail.whileLoggingIn;
      await block(workspaceId, conversation.address);
    };
    await consume(send, [conversation.message]);
    setClock(monday + 5 * minuteMs);
    await consume(send, [conversation.message]);

    expect(mail.received).toHaveLength(0);
    expect(await readAnswer(conversation)).toMatchObject({ status: 'failed', error: 'blocklisted' });
  });

  test('that is answered again by the contact is recorded as a reply in the same execution', async () => {
    const conversation = await answered({ campaign: { stopOnReply: false } });
    const { message, sender, address, syncCall, call } = conversation;
    await consume(send, [message]);
    const answerId = headerOf(mail.received[0]?.raw ?? '', 'Message-ID') ?? '';
    arrive(
      host,
      sender,
      written({ from: address, to: sender }, { 'In-Reply-To': answerId }, 'Monday is fine.'),
    );
    expect(await read([syncCall])).toEqual([]);
    const { data } = await listReplies(services(), workspaceId, { contactId: call.contactId, limit: 10 });

    expect(data.map(({ snippet }) => snippet)).toEqual(['Monday is fine.', 'Good idea. Call me.']);
    expect(new Set(data.map(({ executionId }) => executionId)).size).toBe(1);
  });
});
