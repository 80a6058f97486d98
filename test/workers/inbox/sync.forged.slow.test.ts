import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { arrive, forgedId, report, written } from '../support/inbox.ts';
import { begin, host, mail, read, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { workspaceId } from '../support/one-mail.ts';

useMailServers();

test('ignores 200 forged reports and replies that contain everything except the code', async () => {
  const conversation = await begin();
  const { sender, address, messageId, call, syncCall } = conversation;
  for (let count = 0; count < 100; count++) {
    const forged = forgedId(messageId, randomBytes(8).toString('hex').toUpperCase());
    arrive(host, sender, report({ ...conversation, messageId: forged }));
    arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': forged }));
  }
  const before = await readExecution(call);
  expect(await read([syncCall])).toEqual([]);
  const { data } = await listActivity(connected(), workspaceId, { contactId: call.contactId, limit: 100 });

  expect(await readExecution(call)).toEqual(before);
  expect(data.map(({ type }) => type)).toEqual(['email.sent', 'contact.created']);
});

test('sends no follow-up if the inbox contains a reply when it is due', async () => {
  const trials = isWholeTier ? Number(process.env['REPLY_TRIALS'] ?? 1000) : 10;
  for (let trial = 0; trial < trials; trial++) {
    setClock(monday);
    const { sender, address, messageId, call, syncCall } = await begin();
    mail.received.length = 0;
    arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId }));
    setClock(monday + dayMs);
    await Promise.all([
      consume(send, [call]),
      ...(trial % 2 === 0 ? [read([syncCall])] : []),
      consume(send, [call]),
    ]);

    expect(mail.received).toHaveLength(0);
    expect(await readExecution(call)).toMatchObject({ status: 'replied', sentCount: 1 });
  }
}, 600_000);
