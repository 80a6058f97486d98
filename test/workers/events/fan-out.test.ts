import { PurgeQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeAll, describe, expect, test } from 'vitest';
import { commit } from '#lib/commit/commit.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { newId } from '#lib/values/ids.ts';
import { NewWebhook } from '#lib/webhooks/webhook.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';
import { handler as fanOut } from '../../../functions/events/fan-out.ts';
import { addContact, commitNow, draftCampaign, readCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox, readOutbox } from '../support/activity.ts';
import { consume } from '../support/invoke.ts';
import { countMessages, takeMessages, useOwnResources } from '../support/own-resources.ts';

const [webhooks, eventsEach, commits] = [26, 20, 2];

async function addWebhooks(workspaceId: string, count: number, events: string[]): Promise<void> {
  const services = { ...connected(), vault: kmsVault(connected()), loopback: 'allow' as const };
  const input = NewWebhook.parse({ url: 'https://hooks.example.com/in', events });
  for (let added = 0; added < count; added++)
    await commitNow(workspaceId, await planWebhook(services, { workspaceId }, input));
}

/** Transactions of 20 emails for 26 webhooks: 520 deliveries each. @returns the campaign */
async function recordMails(workspaceId: string): Promise<string> {
  const [{ id: campaignId }, contactId] = await Promise.all([
    draftCampaign(workspaceId),
    addContact(workspaceId),
  ]);
  await publishOutbox();
  await addWebhooks(workspaceId, webhooks, ['email.sent']);
  const mail = { type: 'email.sent' as const, data: { campaignId, contactId } };
  for (let each = 0; each < commits; each++)
    await commit(connected(), workspaceId, {
      writes: [],
      events: Array.from({ length: eventsEach }, () => mail),
    });

  return campaignId;
}

beforeAll(() => useOwnResources());

describe('fan-out', () => {
  test('delivers every kind of event to a webhook that subscribed to "*"', async () => {
    const workspaceId = newId('wsp', Date.now());
    await addWebhooks(workspaceId, 1, ['*']);
    const subjectId = await addContact(workspaceId);
    await publishOutbox();

    expect(await takeMessages('deliveries')).toMatchObject([{ workspaceId, subjectId }]);
  });

  test('publishes the excess of a workspace separately, and other workspaces immediately', async () => {
    const [noisy, quiet] = [newId('wsp', Date.now()), newId('wsp', Date.now())];
    await addWebhooks(quiet, 1, ['contact.created']);
    const campaignId = await recordMails(noisy);
    const subjectId = await addContact(quiet);
    await publishOutbox();

    expect(await takeMessages('deliveries')).toMatchObject([{ workspaceId: quiet, subjectId }]);
    const deferred = await takeMessages('fanouts');
    expect(deferred).toHaveLength(commits);
    expect(await readOutbox(), 'records stay in the outbox until they are published').toHaveLength(commits);

    expect(await consume(fanOut, deferred)).toEqual([]);
    expect(await readOutbox()).toEqual([]);
    expect((await countMessages('deliveries')).ready).toBe(webhooks * eventsEach * commits);
    expect(await consume(fanOut, deferred), 'a duplicate message').toEqual([]);
    expect((await countMessages('deliveries')).ready).toBe(webhooks * eventsEach * commits);
    expect((await readCampaign(noisy, campaignId)).stats.sent).toBe(eventsEach * commits);
    await new SQSClient({}).send(new PurgeQueueCommand({ QueueUrl: process.env['DELIVERIES_QUEUE_URL'] }));
  });

  test('a message with published records does nothing', async () => {
    const workspaceId = newId('wsp', Date.now());
    const records = [{ pk: 'OUTBOX#1', sk: newId('evt', Date.now()) }];

    expect(await consume(fanOut, [{ workspaceId, records }])).toEqual([]);
    expect(await takeMessages('deliveries')).toEqual([]);
  });

  test('each delivery has its workspace as its message group, for fair queueing', async () => {
    const workspaceId = newId('wsp', Date.now());
    await addWebhooks(workspaceId, 1, ['contact.created']);
    await addContact(workspaceId);
    await publishOutbox();
    const { Messages = [] } = await new SQSClient({}).send(
      new ReceiveMessageCommand({
        QueueUrl: process.env['DELIVERIES_QUEUE_URL'],
        MessageSystemAttributeNames: ['MessageGroupId'],
      }),
    );

    expect(Messages.map(({ Attributes }) => Attributes?.['MessageGroupId'])).toEqual([workspaceId]);
  });
});
