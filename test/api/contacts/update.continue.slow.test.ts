import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { campaignKey, countersKey } from '#lib/campaigns/state/items.ts';
import { toCounters } from '#lib/campaigns/state/stored.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { recipientHash } from '#lib/executions/recipient.ts';
import { handler as update } from '../../../functions/contacts/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addCampaign,
  addContact,
  addQuietAccount,
  addRunningCampaign,
  block,
  readCampaign,
  setExecution,
  startCampaign,
  unblock,
  uniqueEmail,
  waitForEnrolment,
} from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';
import { pathsOf } from '../support/walk.ts';

const steps = ['One', 'Two', 'Three'].map((bodyText) => ({
  thread: 'new',
  variants: [{ subject: 'Hello', bodyText }],
}));

let workspace: Workspace;
let workspaceId: string;
let contactId: string;
let campaignId: string;
let stepIds: string[];

const patch = (body: Record<string, unknown>) =>
  call(update, { method: 'PATCH', path: '/x', params: { id: contactId }, apiKey: workspace.apiKey, body });
const continueAt = (stepId = stepIds[1]) => patch({ continueCampaigns: [{ campaignId, stepId }] });
const read = () => findExecution(connected().table, workspaceId, contactId, campaignId);
const countersOf = async () => {
  const item = await connected().table.get(countersKey(workspaceId, campaignId));

  return toCounters(item ?? { pk: '', sk: '' });
};

/** Sets the execution to a final status after its first step. */
async function end(status: string, more: Record<string, unknown> = {}): Promise<void> {
  const sent = { sentCount: 1, sentSteps: stepIds.slice(0, 1), emailAccountId: 'acc_1' };
  await setExecution(workspaceId, contactId, campaignId, { ...sent, status, sendState: 'done', ...more });
  const update = countersKey(workspaceId, campaignId);
  await connected().table.update({ update, add: { started: 1, [status]: 1 } });
}

beforeAll(async () => {
  workspace = await newWorkspace();
  ({ workspaceId } = workspace);
});
beforeEach(async () => {
  contactId = await addContact(workspaceId);
  const emailAccountIds = [await addQuietAccount(workspaceId)];
  const campaign = await addCampaign(workspaceId, { emailAccountIds, contactIds: [contactId], steps });
  campaignId = campaign.id;
  stepIds = campaign.steps.map(({ id }) => id);
});

describe('continueCampaigns', () => {
  test.each(['completed', 'stopped', 'failed', 'unsubscribed', 'blocklisted', 'bounced'])(
    'continues an execution that ended as %s at a step and counts it as in progress again',
    async (status) => {
      await end(status, { reason: 'removed', finishedAt: '2030-01-01T00:00:00.000Z' });
      const reply = await continueAt(stepIds[2]);

      expect(reply.status).toBe(200);
      expect(reply.body.enrolment).toEqual({ enrolled: 1, notEnrolled: [] });
      const execution = await read();
      expect(execution).toMatchObject({
        status: 'in_progress',
        sendState: 'due',
        continueAt: stepIds[2],
        sentSteps: [stepIds[0]],
      });
      expect(execution).not.toHaveProperty('reason');
      expect(execution).not.toHaveProperty('finishedAt');
      expect(await countersOf()).toMatchObject({ contacts: 1, started: 1, [status]: 0 });
    },
  );

  test('continues a contact after its blocklist entry was removed, even before its first message', async () => {
    const email = uniqueEmail();
    contactId = await addContact(workspaceId, { email });
    const emailAccountIds = [await addQuietAccount(workspaceId)];
    ({ id: campaignId } = await addCampaign(workspaceId, {
      emailAccountIds,
      contactIds: [contactId],
      steps,
    }));
    const { id } = await block(workspaceId, email);
    expect(pathsOf(await continueAt())).toEqual(['continueCampaigns[0]']);
    await unblock(workspaceId, id);
    const [first] = (await readCampaign(workspaceId, campaignId)).steps;
    const reply = await continueAt(first?.id);

    expect(reply.status).toBe(200);
    expect(await read()).toMatchObject({ status: 'pending', sendState: 'due', sentCount: 0 });
  });

  test('allows a completed campaign to be started again', async () => {
    await end('completed');
    await connected().table.update({
      update: campaignKey(workspaceId, campaignId),
      set: { status: 'completed' },
    });
    await continueAt();

    expect((await startCampaign(workspaceId, campaignId)).status).toBe('active');
  });

  test('rejects a repetition, because the contact is already in the campaign', async () => {
    await end('completed');
    const replies = [await continueAt(), await continueAt()];

    expect(replies.map(({ status }) => status)).toEqual([200, 422]);
    expect(await countersOf()).toMatchObject({ completed: 0 });
  });

  test('never resends a step with an unknown outcome', async () => {
    const unknown = { reason: 'delivery_unknown', sendToken: 'gone', stepId: stepIds[1] };
    await end('failed', unknown);
    const again = await continueAt(stepIds[1]);
    const next = await continueAt(stepIds[2]);

    expect(again.body.error.message).toContain('has got this step, or');
    expect(next.status).toBe(200);
    expect(await read()).toMatchObject({ continueAt: stepIds[2], sentSteps: stepIds.slice(0, 2) });
  });

  test('resends a step that the mail server rejected', async () => {
    await end('failed', { reason: 'smtp_554', sendToken: 'gone', stepId: stepIds[1] });

    expect((await continueAt(stepIds[1])).status).toBe(200);
  });

  const refused: [string, () => Promise<void>, string][] = [
    ['is still in the campaign', async () => {}, 'still in the campaign'],
    ['has a message in flight', () => end('stopped', { sendState: 'sending' }), 'in flight'],
    ['has replied', () => end('replied', { repliedAt: '2030-01-01T00:00:00.000Z' }), 'stopOnReply'],
    [
      'received the messages at another address',
      () => end('completed', { sentTo: recipientHash('a@b.example') }),
      'another address',
    ],
    ['already received the step', () => end('completed', { sentSteps: stepIds }), 'has got this step'],
  ];

  test.each(refused)('is rejected with the reason if the contact %s', async (_, prepare, reason) => {
    await prepare();
    const before = await read();
    const reply = await continueAt();

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['continueCampaigns[0]']);
    expect(reply.body.error.message).toContain(reason);
    expect(await read()).toEqual(before);
  });

  test('is rejected while the contact is in another exclusive campaign', async () => {
    await end('completed');
    const { id } = await addRunningCampaign(workspaceId, { contactIds: [contactId] });
    await waitForEnrolment(workspaceId, id);

    expect((await continueAt()).body.error.message).toContain('another campaign');
  });

  test('is rejected for an unknown campaign or step, and together with addCampaignIds', async () => {
    await end('completed');
    const unknown = unknownId('cmp_');
    const continuation = { campaignId, stepId: stepIds[1] };

    expect(pathsOf(await continueAt(unknownId('stp_')))).toEqual(['continueCampaigns[0]']);
    expect(pathsOf(await patch({ continueCampaigns: [{ ...continuation, campaignId: unknown }] }))).toEqual([
      'continueCampaigns[0].campaignId',
    ]);
    expect(pathsOf(await patch({ continueCampaigns: [continuation], addCampaignIds: [campaignId] }))).toEqual(
      ['continueCampaigns[0].campaignId'],
    );
  });
});
