import { expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { readExecution } from '../support/campaign.ts';
import { arrive, beginConversation, written } from '../support/inbox.ts';
import { host, mail, read, useMailServers } from '../support/inbox-suite.ts';
import { workspaceId } from '../support/one-mail.ts';

useMailServers();

async function lastEvents({ contactId }: Pick<SendMessage, 'contactId'>) {
  const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

  return data.reverse().slice(-3);
}

/** A message as delivered by Amazon SES, which replaces the `Message-ID`. */
const replaced = (messageId: string) =>
  `Message-ID: <0102018f-aaaaaaaa-000000@eu-west-1.amazonses.com>\r\nReferences: ${messageId.replace('@', '.ref@')}`;

function feedback(
  { sender, messageId }: { readonly sender: string; readonly messageId: string },
  kind: string,
) {
  const parts = [
    ['text/plain', 'This is a report about abuse.'],
    ['message/feedback-report', `Feedback-Type: ${kind}\r\nUser-Agent: Provider/1.0\r\nVersion: 1`],
    ['message/rfc822', `From: ${sender}\r\n${replaced(messageId)}\r\n\r\nMail 1`],
  ].map(([type, text]) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`);

  return written(
    { from: 'feedback@provider.example', to: sender },
    { 'Content-Type': 'multipart/report; report-type=feedback-report; boundary=b' },
    `${parts.join('')}--b--\r\n`,
  );
}

test('a complaint blocks the address with the reason complaint and ends the contact’s executions', async () => {
  const conversation = await beginConversation(host, mail, read, {});
  arrive(host, conversation.sender, feedback(conversation, 'abuse'));
  expect(await read([conversation.syncCall])).toEqual([]);

  expect(await readExecution(conversation.call)).toMatchObject({ status: 'blocklisted' });
  expect((await lastEvents(conversation.call)).at(-1)).toMatchObject({
    type: 'contact.blocklisted',
    metadata: { reason: 'complaint' },
  });
});

test.runIf(isWholeTier)('ignores feedback that a message is not spam', async () => {
  const conversation = await beginConversation(host, mail, read, {});
  arrive(host, conversation.sender, feedback(conversation, 'not-spam'));
  expect(await read([conversation.syncCall])).toEqual([]);

  expect(await readExecution(conversation.call)).toMatchObject({ status: 'in_progress' });
});

test.runIf(isWholeTier)(
  'records a bounce for a plain-text report without a sender about a message with a replaced id',
  async () => {
    const conversation = await beginConversation(host, mail, read, {});
    const { sender, address, messageId } = conversation;
    const words = `Your message to <${address}> could not be delivered:\r\n\r\n<${address}>:\r\n550 5.1.1 User unknown\r\n\r\n--- Original message follows.\r\n\r\nReceived: from sender.example\r\n${replaced(messageId)}\r\n`;
    const raw = written({ from: 'x@y.example', to: sender }, {}, words);
    arrive(host, sender, raw.replace(/^From: .*$/m, 'From: MAILER-DAEMON <>'));
    expect(await read([conversation.syncCall])).toEqual([]);

    expect((await lastEvents(conversation.call)).map(({ type }) => type)).toEqual([
      'email.bounced',
      'contact.updated',
      'contact.blocklisted',
    ]);
  },
);
