import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewEvent } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { newId } from '#lib/values/ids.ts';
import { DeliveryMessage } from '#lib/values/queues.ts';
import { includedPut, readIncluded, storeIncluded } from '#lib/webhooks/included-data.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { addContact, addWebhook, draftCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls } from '../support/activity.ts';
import { consume } from '../support/invoke.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let receiver: Receiver;
let workspaceId: string;
const [account, step] = [newId('acc', Date.now()), newId('stp', Date.now())];

beforeAll(async () => {
  await useOwnResources();
  receiver = await startReceiver();
});
beforeEach(async () => {
  workspaceId = newId('wsp', Date.now());
  receiver.answer = { status: 200 };
  receiver.calls.length = 0;
  await takeCalls('deliveries');
});

const sent = (campaignId: string, contactId: string, emailAccountId = account): NewEvent => ({
  type: 'email.sent',
  data: { executionId: newId('exe', Date.now()), campaignId, contactId, stepId: step, emailAccountId },
  details: { variantId: 'var_00000000000000000000000001' },
});
const add = (filters: Record<string, unknown>, settings: Record<string, unknown> = {}) =>
  addWebhook(workspaceId, { url: receiver.url, events: ['*'], filters, ...settings });

/** Publishes the events. @returns the id of the webhook of each delivery */
async function deliverAll(...events: readonly NewEvent[]): Promise<string[]> {
  await commit(connected(), workspaceId, { writes: [], events });
  const messages = (await takeCalls('deliveries')).map((message) => DeliveryMessage.parse(message));
  await consume(deliver, messages);

  return messages.map(({ webhookId }) => webhookId);
}

describe('a webhook with filters receives only events', () => {
  test('of its campaigns, and none without a campaign', async () => {
    const [mine, other] = [newId('cmp', Date.now()), newId('cmp', Date.now())];
    const { id } = await add({ campaignIds: [mine] });
    const contactId = await addContact(workspaceId);

    expect(await deliverAll(sent(mine, contactId), sent(other, contactId))).toEqual([id]);
  });

  test('of its email accounts', async () => {
    const campaign = newId('cmp', Date.now());
    const { id } = await add({ emailAccountIds: [account] });
    const contactId = newId('con', Date.now());
    const other = newId('acc', Date.now());

    expect(await deliverAll(sent(campaign, contactId), sent(campaign, contactId, other))).toEqual([id]);
  });

  test('of contacts with one of its tags', async () => {
    const campaign = newId('cmp', Date.now());
    const [tagged, untagged] = [
      await addContact(workspaceId, { tags: ['vip', 'paris'] }),
      await addContact(workspaceId),
    ];
    await takeCalls('deliveries');
    const { id } = await add({ tags: ['vip', 'berlin'] });

    expect(await deliverAll(sent(campaign, tagged), sent(campaign, untagged))).toEqual([id]);
  });

  test('that pass each of several filters', async () => {
    const [mine, other] = [newId('cmp', Date.now()), newId('cmp', Date.now())];
    const tagged = await addContact(workspaceId, { tags: ['vip'] });
    const untagged = await addContact(workspaceId);
    await takeCalls('deliveries');
    const { id } = await add({ campaignIds: [mine], tags: ['vip'] });

    expect(await deliverAll(sent(mine, tagged), sent(mine, untagged), sent(other, tagged))).toEqual([id]);
  });
});

describe('included data', () => {
  const bodies = () => receiver.calls.map(({ body }) => JSON.parse(String(body)).data);

  test('is the contact, the campaign and the variant; without it, data has the ids only', async () => {
    const campaign = await draftCampaign(workspaceId, { name: 'Hello' });
    const contactId = await addContact(workspaceId, { email: 'ada@example.com', firstName: 'Ada' });
    await takeCalls('deliveries');
    await add({}, { include: ['contact', 'campaign', 'variant'] });
    await add({});
    const event = sent(campaign.id, contactId);
    await deliverAll(event);

    expect(bodies()).toEqual(
      expect.arrayContaining([
        event.data,
        {
          ...event.data,
          contact: {
            id: contactId,
            email: 'ada@example.com',
            firstName: 'Ada',
            lastName: null,
            status: 'active',
          },
          campaign: { id: campaign.id, name: 'Hello', status: 'draft' },
          variantId: 'var_00000000000000000000000001',
        },
      ]),
    );
  });

  test('is null for a contact or campaign that no longer exists', async () => {
    await add({}, { include: ['contact', 'campaign'] });
    await deliverAll(sent(newId('cmp', Date.now()), newId('con', Date.now())));

    expect(bodies()).toMatchObject([{ contact: null, campaign: null }]);
  });

  test('is the same if the event is published again after the contact changed', async () => {
    const { table } = connected();
    const [subjectId, eventId] = [newId('con', Date.now()), newId('evt', Date.now())];
    const event = { workspaceId, subjectId, eventId, include: ['campaign', 'contact'] as const };
    const names = ['Ada', 'Eve'].map((firstName) => JSON.stringify({ contact: { firstName } }));
    for (const data of names) await storeIncluded(table, [{ included: includedPut(event, data) }]);

    expect(await readIncluded(table, { ...event, include: ['contact', 'campaign'] })).toBe(names[0]);
    expect(await readIncluded(table, { ...event, include: ['contact'] })).toBeUndefined();
  });

  test('is the same in each attempt, even if the contact changes in between', async () => {
    const contactId = await addContact(workspaceId, { firstName: 'Ada' });
    await takeCalls('deliveries');
    await add({}, { include: ['contact'] });
    receiver.answer = { status: 500 };
    await commit(connected(), workspaceId, {
      writes: [],
      events: [sent(newId('cmp', Date.now()), contactId)],
    });
    const [message] = (await takeCalls('deliveries')).map((each) => DeliveryMessage.parse(each));
    await consume(deliver, [message]);
    await consume(deliver, [{ ...message, attempt: 2 }]);
    const [first, second] = receiver.calls.map(({ body }) => String(body));

    expect(first).toContain('Ada');
    expect(second).toBe(first);
  });
});
