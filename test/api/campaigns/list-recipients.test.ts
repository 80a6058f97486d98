import { beforeAll, describe, expect, test } from 'vitest';
import type { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { handler as listRecipients } from '../../../functions/campaigns/list-recipients.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addCampaign,
  addContact,
  addContacts,
  addQuietAccount,
  oneStep,
  setExecution,
  startCampaign,
} from '../support/seed.ts';
import { newestFirst, walkPages } from '../support/walk.ts';

let workspace: Workspace;
let campaign: Campaign;
let members: string[];
const sentAt = '2026-11-20T09:00:00.000Z';
const openedAt = '2026-11-20T10:00:00.000Z';

const steps = [...oneStep, { variants: [{ bodyText: 'Again?' }] }];
const list = (query: Record<string, string> = {}) => {
  const { id } = campaign;

  return call(listRecipients, {
    method: 'GET',
    path: `/campaigns/${id}/recipients`,
    params: { id },
    query,
    apiKey: workspace.apiKey,
  });
};
const contactsOf = ({ body }: { body: { data: { contactId: string }[] } }) =>
  body.data.map(({ contactId }) => contactId);

/** Six contacts: waiting, due, opened, paused, unknown and replied. */
beforeAll(async () => {
  workspace = await newWorkspace();
  const { workspaceId } = workspace;
  const firstId = await addContact(workspaceId, { firstName: 'Zoë' });
  members = [firstId, ...(await addContacts(workspaceId, 5)).sort()];
  const accountId = await addQuietAccount(workspaceId);
  campaign = await addCampaign(workspaceId, { steps, contactIds: members, emailAccountIds: [accountId] });
  await startCampaign(workspaceId, campaign.id);
  const stepId = campaign.steps[0]?.id ?? '';
  const sent = { sentCount: 1, sentSteps: [stepId], stepId, emailAccountId: accountId, lastSentAt: sentAt };
  const states: Record<string, unknown>[] = [
    { dueAt: Date.now() + 86_400_000 },
    { dueAt: 1 },
    { ...sent, status: 'in_progress', openedAt },
    { status: 'paused', reason: 'missing_variable' },
    { ...sent, status: 'in_progress', sendState: 'unknown' },
    { ...sent, status: 'replied', sendState: 'done', repliedAt: openedAt, finishedAt: openedAt },
  ];
  for (const [index, state] of states.entries()) {
    await setExecution(workspaceId, members[index] ?? '', campaign.id, state);
  }
});

describe('the recipients of a campaign', () => {
  test('have their progress, what they wait for and their last event, newest contact first', async () => {
    const { status, body } = await list();
    const [first, second] = campaign.steps;

    expect(status).toBe(200);
    expect(contactsOf({ body })).toEqual(newestFirst(members));
    const recipients = [...body.data].reverse();
    expect(recipients.map(({ waitingFor }) => waitingFor)).toEqual([
      ...['delay', 'slot', 'slot', 'missing_variable', 'outcome', null],
    ]);
    expect(recipients.map(({ lastEvent }) => lastEvent)).toEqual([
      ...[null, null, { type: 'opened', occurredAt: openedAt }, null],
      ...[
        { type: 'sent', occurredAt: sentAt },
        { type: 'finished', occurredAt: openedAt },
      ],
    ]);
    expect(recipients[0]).toMatchObject({
      firstName: 'Zoë',
      contactStatus: 'active',
      nextVariantId: first?.variants[0]?.id,
      execution: { status: 'pending', nextStepId: first?.id },
    });
    expect(recipients[2]).toMatchObject({
      nextVariantId: second?.variants[0]?.id,
      execution: { currentStepId: first?.id, nextStepId: second?.id },
    });
    expect(recipients[5].nextVariantId).toBeNull();
  });

  test('can be filtered by status, by next step and by what they wait for', async () => {
    const nextStepId = campaign.steps[1]?.id ?? '';

    expect(contactsOf(await list({ status: 'replied' }))).toEqual([members[5]]);
    expect(contactsOf(await list({ waitingFor: 'missing_variable' }))).toEqual([members[3]]);
    expect(contactsOf(await list({ waitingFor: 'slot', nextStepId }))).toEqual([members[2]]);
  });

  test('are all on the pages of a list, once', async () => {
    const path = `/campaigns/${campaign.id}/recipients`;
    const request = { path, params: { id: campaign.id }, apiKey: workspace.apiKey, limit: 2 };
    const pages = await walkPages(listRecipients, { ...request, idField: 'contactId' });

    expect(pages.flat()).toEqual(newestFirst(members));
  });
});
