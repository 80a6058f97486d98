import PostalMime from 'postal-mime';
import { beforeAll, expect, test } from 'vitest';
import { listEntries } from '#lib/blocklist/list.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { handler as preview } from '../../../functions/campaigns/preview.ts';
import { handler as sendTest } from '../../../functions/campaigns/test.ts';
import { handler as createContact } from '../../../functions/contacts/create.ts';
import { handler as unsubscribe } from '../../../functions/tracking/unsubscribe.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newUser } from '../../support/users.ts';
import { startMailServer } from '../../workers/support/mail-server.ts';
import { sendingBy } from '../../workers/support/one-mail.ts';
import { visit } from '../support/links.ts';
import { addAccount, addCampaign, addContact, oneStep, uniqueEmail } from '../support/seed.ts';

let workspace: Workspace;
let accountId: string;
let mail: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  workspace = await newWorkspace();
  mail = await startMailServer();
  accountId = await addAccount(workspace.workspaceId, sendingBy(mail));
});

const useLink = (text: string) =>
  visit(unsubscribe, 'unsubscribe', /\/u\/([\w-]+)/.exec(text)?.[1] ?? '', { method: 'POST', body: '' });
const statusOf = async (contactId: string) =>
  (await getContact(connected(), workspace.workspaceId, contactId)).status;
const blockedCount = async () =>
  (await listEntries(connected(), workspace.workspaceId, { limit: 100 })).data.length;

/** A campaign with one contact. */
async function campaignOf(contactId: string) {
  const setup = { steps: oneStep, emailAccountIds: [accountId], contactIds: [contactId] };
  const { id } = await addCampaign(workspace.workspaceId, setup);

  return { method: 'POST' as const, params: { id }, apiKey: workspace.apiKey, path: `/campaigns/${id}` };
}

test('the unsubscribe link of a preview suppresses no contact, enrolled or not, and no sample', async () => {
  const [enrolled, other, sample] = [
    await addContact(workspace.workspaceId),
    await addContact(workspace.workspaceId),
    uniqueEmail(),
  ];
  const request = await campaignOf(enrolled);
  for (const body of [{ contact: { email: sample } }, { contactId: other }, { contactId: enrolled }]) {
    const response = await call(preview, { ...request, path: `${request.path}/preview`, body });
    const header = response.body.headers.find((each: { name: string }) => each.name === 'List-Unsubscribe');

    expect((await useLink(header.value)).status).toBe(200);
  }
  const { apiKey } = workspace;
  const created = await call(createContact, {
    method: 'POST',
    path: '/contacts',
    apiKey,
    body: { email: sample },
  });

  expect(created.body.status).toBe('active');
  expect([await statusOf(enrolled), await statusOf(other)]).toEqual(['active', 'active']);
  expect(await blockedCount()).toBe(0);
});

test('the unsubscribe link of a test email suppresses neither the contact nor the user', async () => {
  const contactId = await addContact(workspace.workspaceId);
  const { email: to } = await newUser(workspace.workspaceId);
  const request = await campaignOf(contactId);
  const { body } = await call(sendTest, {
    ...request,
    path: `${request.path}/test`,
    body: { contactId, to },
  });
  expect(body.isAccepted).toBe(true);
  const { headers } = await PostalMime.parse(mail.received[0]?.raw ?? '');
  const link = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';

  expect((await useLink(link)).status).toBe(200);
  expect(await statusOf(contactId)).toBe('active');
  expect(await blockedCount()).toBe(0);
});
