import { beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { planRemoval } from '#lib/blocklist/remove.ts';
import { readFormerAddresses } from '#lib/contacts/addresses/former-address.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { replyKey } from '#lib/replies/items.ts';
import { newId } from '#lib/values/ids.ts';
import { handler } from '../../../functions/tracking/unsubscribe.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addSentEmail, tokenOf, visit } from '../support/links.ts';
import { addContact, commitNow, uniqueEmail } from '../support/seed.ts';
import { expectNothingWritten } from '../support/subject.ts';

let workspace: Workspace;
let workspaceId: string;
beforeAll(async () => {
  workspace = await newWorkspace();
  ({ workspaceId } = workspace);
});

/** A message to the contact's current address, with its unsubscribe link. */
async function sendTo(contactId: string) {
  const mail = await addSentEmail(workspaceId, { contactId, execution: { status: 'completed' } });

  return { ...mail, token: await tokenOf(mail, 'unsubscribe') };
}

async function newRecipient() {
  const email = uniqueEmail();

  return { email, contactId: await addContact(workspaceId, { email }) };
}

async function changeAddress(contactId: string, email = uniqueEmail()): Promise<string> {
  await commitNow(workspaceId, await planContactUpdate(connected(), workspaceId, contactId, { email }));

  return email;
}

const unsubscribe = (token: string) => visit(handler, 'unsubscribe', token, { method: 'POST' });
const statusOf = async (contactId: string) => (await getContact(connected(), workspaceId, contactId)).status;

async function entriesOf(value: string) {
  return (await listEntries(connected(), workspaceId, { value, limit: 10 })).data;
}

async function eventsOf(contactId: string) {
  const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

  return data.map(({ type }) => type).reverse();
}

describe('after the address of a contact was changed', () => {
  test('the link of an earlier message suppresses the former address, and the contact stays active', async () => {
    const { email, contactId } = await newRecipient();
    const { token, campaignId, executionId } = await sendTo(contactId);
    const present = await changeAddress(contactId);
    expect((await unsubscribe(token)).status).toBe(200);

    expect(await statusOf(contactId)).toBe('active');
    expect(await entriesOf(present)).toEqual([]);
    expect(await entriesOf(email)).toMatchObject([{ reason: 'unsubscribed', campaignId, executionId }]);
    expect(await statusOf(await addContact(workspaceId, { email }))).toBe('unsubscribed');
    expect(await eventsOf(contactId)).toEqual(['contact.created', 'contact.updated', 'email.unsubscribed']);
  });

  test('the same link used again changes nothing more', async () => {
    const { contactId } = await newRecipient();
    const { token } = await sendTo(contactId);
    await changeAddress(contactId);
    await Promise.all(Array.from({ length: 4 }, () => unsubscribe(token)));
    await expectNothingWritten({ workspace }, async () => {
      expect((await unsubscribe(token)).status).toBe(200);
    });

    expect((await eventsOf(contactId)).filter((type) => type === 'email.unsubscribed')).toHaveLength(1);
  });

  test('each link suppresses its own address, also after the contact has its first address again', async () => {
    const { email: first, contactId } = await newRecipient();
    const toFirst = await sendTo(contactId);
    const second = await changeAddress(contactId);
    const toSecond = await sendTo(contactId);
    await changeAddress(contactId, first);
    await unsubscribe(toSecond.token);

    expect(await statusOf(contactId)).toBe('active');
    expect(await entriesOf(second)).toHaveLength(1);
    expect(await entriesOf(first)).toEqual([]);
    await unsubscribe(toFirst.token);
    expect(await statusOf(contactId)).toBe('unsubscribed');
    expect(await entriesOf(first)).toHaveLength(1);
  });

  test('the link unsubscribes another contact that now has the former address', async () => {
    const { email, contactId } = await newRecipient();
    const { token } = await sendTo(contactId);
    await changeAddress(contactId);
    const other = await addContact(workspaceId, { email });
    await unsubscribe(token);

    expect([await statusOf(contactId), await statusOf(other)]).toEqual(['active', 'unsubscribed']);
    expect(await eventsOf(other)).toEqual(['contact.created', 'contact.updated', 'contact.blocklisted']);
  });

  test('links to the last and to a former address work after the contact was deleted', async () => {
    const { email: first, contactId } = await newRecipient();
    const toFirst = await sendTo(contactId);
    const last = await changeAddress(contactId);
    const toLast = await sendTo(contactId);
    await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, contactId));
    await unsubscribe(toFirst.token);

    expect(await entriesOf(first)).toHaveLength(1);
    expect(await entriesOf(last)).toEqual([]);
    await unsubscribe(toLast.token);
    expect(await entriesOf(last)).toHaveLength(1);
  });

  test('an address can be suppressed by the same link again after its suppression was removed', async () => {
    const { email, contactId } = await newRecipient();
    const { token } = await sendTo(contactId);
    await changeAddress(contactId);
    await unsubscribe(token);
    const [entry] = await entriesOf(email);
    await commitNow(workspaceId, await planRemoval(connected(), workspaceId, entry?.id ?? ''));
    expect(await entriesOf(email)).toEqual([]);
    await unsubscribe(token);

    expect(await entriesOf(email)).toHaveLength(1);
  });

  test('its former addresses are listed without its replies, which follow them in its partition', async () => {
    const { email, contactId } = await newRecipient();
    await changeAddress(contactId);
    const { table } = connected();
    await table.put({ put: { ...replyKey({ workspaceId, contactId, id: newId('rpl', Date.now()) }) } });

    expect(await Array.fromAsync(readFormerAddresses(table, workspaceId, contactId))).toEqual([email]);
  });
});
