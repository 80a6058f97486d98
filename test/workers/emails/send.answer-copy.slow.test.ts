import { describe, expect, test } from 'vitest';
import { sendQueued } from '#lib/emails/send-queued.ts';
import { findAnswer } from '#lib/replies/answers/answers.ts';
import { planAnswer } from '#lib/replies/answers/plan-answer.ts';
import { listReplies } from '#lib/replies/list.ts';
import type { AnswerMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { beforeCancelPeriod } from '../../api/support/replies.ts';
import { commitNow } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { monday, setClock } from '../support/clock.ts';
import { arrive, beginConversation, type Conversation, written } from '../support/inbox.ts';
import { host, mail, read, services, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { sendingWith, workspaceId } from '../support/one-mail.ts';
import { takeMessages } from '../support/own-resources.ts';

useMailServers();

const minuteMs = 60_000;

interface Answered extends Conversation {
  readonly message: AnswerMessage;
}

/** A contact replies to the first email, and a user answers. */
async function answered(): Promise<Answered> {
  const conversation = await beginConversation(host, mail, read);
  const { sender, address, messageId, call, syncCall } = conversation;
  const header = { 'In-Reply-To': messageId, References: messageId };
  arrive(host, sender, written({ from: address, to: sender }, header));
  await read([syncCall]);
  const { contactId } = call;
  const { data } = await listReplies(services(), workspaceId, { contactId, limit: 1 });
  const planned = await planAnswer(beforeCancelPeriod(services()), workspaceId, data[0]?.id ?? '', {
    text: 'Gladly — Grüße.',
  });
  const { id } = await commitNow(workspaceId, planned);
  mail.received.length = 0;
  await takeMessages('sends');

  return { ...conversation, message: { workspaceId, contactId, answerId: id } };
}

const readAnswer = ({ message: { contactId, answerId } }: Answered) =>
  findAnswer(connected().table, workspaceId, contactId, answerId);

/** The messages in the Sent folder of the account. */
const copiesOf = ({ sender }: Answered) =>
  host.store
    .list({ after: 0, limit: 1000 })
    .filter(({ from }) => from === sender)
    .map(({ id }) => host.store.find(id)?.raw.toString() ?? '');

/** As a mail server that stores a copy of each sent message. */
function keepSent({ sender, address }: Answered, raw: string): void {
  const messageId = /^Message-ID: (.*)\r$/m.exec(raw.replaceAll(/\r\n[ \t]+/g, ' '))?.[1]?.trim() ?? '';
  const received = { from: sender, to: [address], subject: 'Re: Hello', receivedAt: Date.now() };
  host.store.add({ ...received, messageId, raw: Buffer.from(raw) });
}

describe('the Sent folder of the account', () => {
  test('gets the answer that was sent, once, a minute later', async () => {
    const conversation = await answered();
    const { message } = conversation;
    const queued: unknown[] = [];
    const sends = { send: async (messages: readonly unknown[]) => void queued.push(...messages) };
    await sendQueued({ ...sendingWith(() => ({})), sends }, message);
    expect(queued).toEqual([{ message, delaySeconds: 60 }]);
    await consume(send, [message]);
    expect(copiesOf(conversation)).toEqual([]);
    setClock(monday + minuteMs);
    await Promise.all([consume(send, [message]), consume(send, [message])]);
    setClock(monday + 60 * minuteMs);
    await consume(send, [message]);

    expect(mail.received).toHaveLength(1);
    expect(copiesOf(conversation)).toEqual([mail.received[0]?.raw]);
    expect(await readAnswer(conversation)).toMatchObject({ status: 'sent' });
    expect((await readAnswer(conversation))?.sentCheckAt).toBeUndefined();
  });

  test('gets no second copy if the mail server has stored one', async () => {
    const conversation = await answered();
    const { message } = conversation;
    await consume(send, [message]);
    keepSent(conversation, mail.received[0]?.raw ?? '');
    setClock(monday + minuteMs);
    await consume(send, [message]);

    expect(copiesOf(conversation)).toHaveLength(1);
    expect((await readAnswer(conversation))?.sentCheckAt).toBeUndefined();
  });

  test('gets one copy if the worker stops after it has stored it', async () => {
    const conversation = await answered();
    const { message } = conversation;
    await consume(send, [message]);
    setClock(monday + minuteMs);
    const stopping = sendingWith((table) => ({
      update: async (update) => {
        if (update.remove?.includes('sentCheckAt')) throw new Error('the worker stopped');

        return table.update(update);
      },
    }));
    await expect(sendQueued(stopping, message)).rejects.toThrow('the worker stopped');
    expect(copiesOf(conversation)).toHaveLength(1);
    setClock(monday + 20 * minuteMs);
    await consume(send, [message]);

    expect(copiesOf(conversation)).toHaveLength(1);
    expect((await readAnswer(conversation))?.sentCheckAt).toBeUndefined();
  });

  test('proves that an answer with an unknown outcome was sent', async () => {
    const conversation = await answered();
    const { message } = conversation;
    mail.behaviour = { kind: 'cut', after: 'data' };
    await consume(send, [message]);
    mail.behaviour = { kind: 'accept' };
    expect(await readAnswer(conversation)).toMatchObject({ status: 'outcome_unknown' });
    keepSent(conversation, mail.received[0]?.raw ?? '');
    setClock(monday + minuteMs);
    await consume(send, [message]);

    expect(await readAnswer(conversation)).toMatchObject({ status: 'sent' });
    expect(mail.received).toHaveLength(1);
    expect(copiesOf(conversation)).toHaveLength(1);
  });

  test('gets no copy of an answer with an unknown outcome, and is searched three times', async () => {
    const conversation = await answered();
    const { message } = conversation;
    mail.behaviour = { kind: 'cut', after: 'data' };
    await consume(send, [message]);
    mail.behaviour = { kind: 'accept' };
    for (const minutes of [1, 16, 31]) {
      expect((await readAnswer(conversation))?.sentCheckAt).toBeDefined();
      setClock(monday + minutes * minuteMs);
      await consume(send, [message]);
    }

    expect(await readAnswer(conversation)).toMatchObject({ status: 'outcome_unknown' });
    expect((await readAnswer(conversation))?.sentCheckAt).toBeUndefined();
    expect(copiesOf(conversation)).toEqual([]);
  });
});
