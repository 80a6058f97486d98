import { describe, expect, test } from 'vitest';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as unsubscribe } from '../../../functions/tracking/unsubscribe.ts';
import { tokenOf, visit } from '../../api/support/links.ts';
import { readCampaign } from '../../api/support/seed.ts';
import { eventKinds } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { readNumbers } from '../support/campaign-numbers.ts';
import { setClock } from '../support/clock.ts';
import { arrive, beginConversation, type Conversation, report } from '../support/inbox.ts';
import { host, mail, read, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { workspaceId } from '../support/one-mail.ts';

useMailServers();

const oneEmail = { campaign: { steps: [{ variants: [{ subject: 'Hello', bodyText: 'Mail 1' }] }] } };

/** Reports with different Message-IDs about the same email. */
async function receiveReports(conversation: Conversation, count: number): Promise<void> {
  for (let index = 0; index < count; index++) arrive(host, conversation.sender, report(conversation));
  expect(await read([conversation.syncCall])).toEqual([]);
}

async function bouncesOf({ campaign, accountIds }: Conversation) {
  const { stats, byStep, dashboard, accounts, events } = await readNumbers(
    workspaceId,
    campaign.id,
    accountIds,
  );

  return [
    stats.bounced,
    byStep.counts.bounced,
    dashboard.totals.bounced,
    accounts.bounced,
    events['email.bounced'],
  ];
}

describe('an email bounces once', () => {
  test('with four reports during the sequence', async () => {
    const conversation = await beginConversation(host, mail, read);
    await receiveReports(conversation, 4);

    expect(await bouncesOf(conversation)).toEqual([1, 1, 1, 1, 1]);
    expect(await readExecution(conversation.call)).toMatchObject({ status: 'bounced' });
  });

  test('with four reports after the last email, and the sequence stays completed', async () => {
    const conversation = await beginConversation(host, mail, read, oneEmail);
    await receiveReports(conversation, 2);
    await receiveReports(conversation, 2);

    expect(await bouncesOf(conversation)).toEqual([1, 1, 1, 1, 1]);
    expect(await readExecution(conversation.call)).toMatchObject({ status: 'completed' });
    expect((await readCampaign(workspaceId, conversation.campaign.id)).stats).toMatchObject({ completed: 1 });
  });

  test('with a rejection and a report about the same email', async () => {
    mail.behaviour = { kind: 'refuse', at: 'rcpt', code: 550, text: '5.1.1 User unknown' };
    const conversation = await beginConversation(host, mail, read, oneEmail);
    await receiveReports(conversation, 2);

    expect(await bouncesOf(conversation)).toEqual([1, 1, 1, 1, 1]);
  });
});

test('each bounced email of a sequence counts', async () => {
  const conversation = await beginConversation(host, mail, read, {
    campaign: { steps: [...oneEmail.campaign.steps, ...oneEmail.campaign.steps] },
  });
  const execution = await readExecution(conversation.call);
  setClock(execution.dueAt);
  await read([conversation.syncCall]);
  await consume(send, [conversation.call]);
  await receiveReports(conversation, 2);
  const { sentSteps } = await readExecution(conversation.call);
  expect(sentSteps).toHaveLength(2);
  const second = mail.received.at(-1)?.raw ?? '';
  const messageId = /^Message-ID: (<.*>)/im.exec(second)?.[1] ?? '';
  await receiveReports({ ...conversation, messageId }, 2);

  expect(await bouncesOf(conversation)).toEqual([2, 2, 2, 2, 2]);
});

test('an email unsubscribes once, also if a bounce changes the contact in between', async () => {
  const conversation = await beginConversation(host, mail, read, oneEmail);
  const { call, campaign, accountIds } = conversation;
  const { id: executionId, sentSteps } = await readExecution(call);
  const ids = { ...call, executionId, stepId: sentSteps[0] ?? '' };
  const token = await tokenOf(ids, 'unsubscribe');
  for (let round = 0; round < 2; round++) {
    await visit(unsubscribe, 'unsubscribe', token, { method: 'POST' });
    await receiveReports(conversation, 1);
  }
  await visit(unsubscribe, 'unsubscribe', token, { method: 'POST' });

  const numbers = await readNumbers(workspaceId, campaign.id, accountIds);
  expect([
    numbers.stats.unsubscribed,
    numbers.byStep.counts.unsubscribed,
    numbers.dashboard.totals.unsubscribed,
    numbers.events['email.unsubscribed'],
  ]).toEqual([1, 1, 1, 1]);
  const kinds = await eventKinds(workspaceId, campaign.id);
  expect(kinds.filter((kind) => kind === 'email.bounced')).toHaveLength(1);
});
