import { beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '../../support/agent.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { newAgent } from '../support/agent.ts';
import { addReply } from '../support/replies.ts';
import {
  addContact,
  addQuietCampaign,
  addRunningCampaign,
  readCampaign,
  uniqueEmail,
} from '../support/seed.ts';

let workspace: Workspace;
let agent: Agent;

beforeAll(async () => {
  workspace = await newWorkspace();
  agent = await newAgent(workspace.apiKey);
});

/** Uses a tool without a confirmation. @returns the value to confirm */
async function refusedUse(tool: string, values: Record<string, unknown>): Promise<string> {
  const { isError, body } = await agent.use(tool, values);
  expect({ isError, code: body.error?.code }).toEqual({ isError: true, code: 'CONFIRMATION_REQUIRED' });

  return body.confirm;
}

describe('A start', () => {
  test('is refused without the numbers of the dry run, and after a change of the campaign', async () => {
    const { id } = await addQuietCampaign(workspace.workspaceId);
    const confirm = await refusedUse('start_campaign', { id });

    expect(confirm).toMatch(/emails 1, contacts 1, missingVariables 0, .*suppressed 0/);
    expect(
      await refusedUse('start_campaign', { id, confirm: confirm.replace('contacts 1', 'contacts 2') }),
    ).toBe(confirm);
    expect((await agent.use('update_campaign', { id, name: 'Other' })).isError).toBe(false);
    expect(await refusedUse('start_campaign', { id, confirm })).not.toBe(confirm);
    expect((await readCampaign(workspace.workspaceId, id)).status).toBe('draft');
  });

  test('cannot be done with the tool for dry runs', async () => {
    const { id } = await addQuietCampaign(workspace.workspaceId);
    const { body } = await agent.use('dry_run_campaign', { id, dryRun: false });

    expect(body.plan).toMatchObject({ totalMails: 1, counts: { contacts: 1 } });
    expect((await readCampaign(workspace.workspaceId, id)).status).toBe('draft');
  });

  test('of a campaign that cannot start is refused with the reasons', async () => {
    const { body: draft } = await agent.use('create_campaign', { name: 'Empty' });

    expect(await agent.use('start_campaign', { id: draft.id })).toMatchObject({
      isError: true,
      body: { error: { code: 'VALIDATION_ERROR' } },
    });
  });
});

describe('An active campaign', () => {
  test('is changed only with a confirmation of exactly this change', async () => {
    const { id } = await addRunningCampaign(workspace.workspaceId);
    const contactId = await addContact(workspace.workspaceId);
    const confirm = await refusedUse('update_campaign', { id, addContactIds: [contactId] });
    const other = await addContact(workspace.workspaceId);
    await refusedUse('update_campaign', { id, addContactIds: [other], confirm });

    expect(await agent.use('update_campaign', { id, addContactIds: [contactId], confirm })).toMatchObject({
      isError: false,
      body: { status: 'active' },
    });
  });

  test('that gets imported contacts makes a confirmation necessary for an import', async () => {
    const own = await newWorkspace();
    const { use } = await newAgent(own.apiKey);
    const csv = `email\n${uniqueEmail()}\n`;
    const { id } = await addRunningCampaign(own.workspaceId, { audience: { tags: ['hot'] } });
    const refused = await use('import_contacts', { csv });

    expect(refused.body).toMatchObject({
      error: { code: 'CONFIRMATION_REQUIRED' },
      campaigns: [{ id, audience: { tags: ['hot'] } }],
    });
    expect((await use('find_contacts')).body.data).toEqual([]);
    const { confirm } = refused.body;
    expect((await use('import_contacts', { csv: `${csv}x@example.com\n`, confirm })).isError).toBe(true);
    expect(await use('import_contacts', { csv, confirm })).toMatchObject({ body: { created: 1 } });
  });

  test('with contacts that wait for a value makes a confirmation necessary for an update by an import', async () => {
    const own = await newWorkspace();
    const { use } = await newAgent(own.apiKey);
    const csv = `email,First name\n${uniqueEmail()},Ann\n`;
    const { id } = await addRunningCampaign(own.workspaceId, { audience: null });
    const refused = await use('import_contacts', { csv, options: { onDuplicate: 'update' } });

    expect(refused.body).toMatchObject({ error: { code: 'CONFIRMATION_REQUIRED' }, campaigns: [{ id }] });
    expect(await use('import_contacts', { csv })).toMatchObject({ body: { created: 1 } });
  });
});

describe('An answer', () => {
  test('is sent only with a confirmation of its recipient and its text', async () => {
    const { replyId: id, fromEmail } = await addReply(workspace.workspaceId);
    const confirm = await refusedUse('answer_reply', { id, text: 'Call at 9.' });

    expect(confirm).toContain(`to ${fromEmail}, characters 10`);
    await refusedUse('answer_reply', { id, text: 'Call at 8.', confirm });
    const thread = await agent.use('get_reply_thread', { id });
    expect(thread.text).not.toContain('Call at');

    expect(await agent.use('answer_reply', { id, text: 'Call at 9.', confirm })).toMatchObject({
      isError: false,
      body: { replyId: id },
    });
  });
});

describe('An erasure', () => {
  test('is requested only with a confirmation of the address', async () => {
    const email = uniqueEmail();
    const id = await addContact(workspace.workspaceId, { email });
    const confirm = await refusedUse('erase_contact', { id });

    expect(confirm).toBe(`erase ${id}: ${email}, campaigns 0`);
    const other = await addContact(workspace.workspaceId);
    await refusedUse('erase_contact', { id: other, confirm });
    expect(await agent.use('erase_contact', { id, confirm, idempotencyKey: 'erase' })).toMatchObject({
      isError: false,
      body: { contactId: id },
    });
    // The contact may be deleted already: the repeat needs no confirmation and returns the first response.
    expect(await agent.use('erase_contact', { id, idempotencyKey: 'erase' })).toMatchObject({
      isError: false,
      body: { contactId: id },
    });
  });
});
