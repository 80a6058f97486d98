import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { campaignKey, countersKey } from '#lib/campaigns/state/items.ts';
import { toCounters } from '#lib/campaigns/state/stored.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { handler as updateRecipients } from '../../../functions/campaigns/update-recipients.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addCampaign,
  addContact,
  addContacts,
  addQuietAccount,
  addRunningCampaign,
  block,
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
let accountId: string;

const act = (body: Record<string, unknown>) =>
  call(updateRecipients, {
    method: 'POST',
    path: `/campaigns/${campaignId}/recipients`,
    params: { id: campaignId },
    apiKey: workspace.apiKey,
    body: { contactIds: [contactId], ...body },
  });
const read = (id = contactId) => findExecution(connected().table, workspaceId, id, campaignId);
const countersOf = async () => {
  const item = await connected().table.get(countersKey(workspaceId, campaignId));

  return toCounters(item ?? { pk: '', sk: '' });
};
const resultOf = async (body: Record<string, unknown>) => {
  const reply = await act(body);
  expect(reply.status).toBe(200);

  return reply.body.results[0];
};
const expectRefused = async (body: Record<string, unknown>, reason: string) => {
  const before = await read();
  expect(await resultOf(body)).toMatchObject({ contactId, outcome: 'refused', reason });
  expect(await read()).toEqual(before);
};

const sentOnce = () => ({
  status: 'in_progress',
  sentCount: 1,
  sentSteps: stepIds.slice(0, 1),
  stepId: stepIds[0],
  emailAccountId: accountId,
  thread: { subject: 'Hello', from: 0 },
});
const set = (more: Record<string, unknown>) => setExecution(workspaceId, contactId, campaignId, more);
async function end(status: string, more: Record<string, unknown> = {}): Promise<void> {
  await set({ ...sentOnce(), status, sendState: 'done', finishedAt: '2030-01-01T00:00:00.000Z', ...more });
  const update = countersKey(workspaceId, campaignId);
  await connected().table.update({ update, add: { started: 1, [status]: 1 } });
}

beforeAll(async () => {
  workspace = await newWorkspace();
  ({ workspaceId } = workspace);
});
beforeEach(async () => {
  contactId = await addContact(workspaceId);
  accountId = await addQuietAccount(workspaceId);
  const campaign = await addCampaign(workspaceId, {
    emailAccountIds: [accountId],
    contactIds: [contactId],
    steps,
    allowParallel: true,
  });
  campaignId = campaign.id;
  stepIds = campaign.steps.map(({ id }) => id);
});

describe('A request with several recipients', () => {
  test('reports a result for each one, and an unknown contact does not affect the others', async () => {
    const others = await addContacts(workspaceId, 2);
    const contactIds = [unknownId('con_'), contactId, ...others];
    const { status, body } = await act({ action: 'remove', contactIds });

    expect(status).toBe(200);
    expect(body).toMatchObject({ applied: 3, unchanged: 0, refused: 1 });
    expect(body.results.map(({ contactId: id }: { contactId: string }) => id)).toEqual(contactIds);
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...['refused', 'applied', 'applied', 'applied'],
    ]);
    expect(body.results[0]).toMatchObject({ reason: 'not_enrolled', message: expect.any(String) });
    expect(await read()).toMatchObject({ status: 'stopped', reason: 'removed' });
  });

  test('is limited to 25, without repeated ids', async () => {
    const many = Array.from({ length: 26 }, () => unknownId('con_'));

    expect(pathsOf(await act({ action: 'remove', contactIds: many }))).toEqual(['contactIds']);
    expect(pathsOf(await act({ action: 'remove', contactIds: [contactId, contactId] }))).toEqual([
      'contactIds',
    ]);
    expect(pathsOf(await act({ action: 'remove', contactIds: [] }))).toEqual(['contactIds']);
  });

  test('needs the fields of its action, and accepts no other', async () => {
    const [stepId] = stepIds;

    expect(pathsOf(await act({ action: 'skip' }))).toEqual(['stepId']);
    expect(pathsOf(await act({ action: 'retry', stepId }))).toEqual(['stepId']);
    expect(pathsOf(await act({ action: 'resolve', stepId }))).toEqual(['outcome']);
    expect(pathsOf(await act({ action: 'skip', stepId, outcome: 'sent' }))).toEqual(['outcome']);
    expect(pathsOf(await act({ action: 'continue', stepId: unknownId('stp_') }))).toEqual(['stepId']);
  });

  test('returns 404 for an unknown campaign', async () => {
    campaignId = unknownId('cmp_');

    expect((await act({ action: 'remove' })).status).toBe(404);
  });
});

describe('remove', () => {
  test('stops a sequence, once', async () => {
    expect(await resultOf({ action: 'remove' })).toMatchObject({ outcome: 'applied', reason: null });
    expect(await resultOf({ action: 'remove' })).toMatchObject({ outcome: 'unchanged' });
  });

  test('of a contact before its enrolment counts nowhere, and continuing it counts it once', async () => {
    const [excluded = ''] = await addContacts(workspaceId, 1);
    const before = await countersOf();
    await act({ action: 'remove', contactIds: [excluded] });

    expect(await read(excluded)).toMatchObject({ status: 'stopped', reason: 'excluded' });
    expect(await countersOf()).toEqual(before);
    const [stepId] = stepIds;
    expect((await act({ action: 'continue', stepId, contactIds: [excluded] })).body.applied).toBe(1);
    expect(await countersOf()).toEqual({ ...before, contacts: before.contacts + 1 });
  });

  test('keeps an email in flight, and its outcome is still recorded', async () => {
    await set({ ...sentOnce(), sendState: 'sending', sendToken: 'held' });
    await resultOf({ action: 'remove' });

    expect(await read()).toMatchObject({ status: 'stopped', sendState: 'sending', sendToken: 'held' });
  });
});

describe('retry', () => {
  test('tries the failed step again and counts the sequence as in progress', async () => {
    await end('failed', { reason: 'smtp_451', sendToken: 'gone', stepId: stepIds[1] });
    expect(await resultOf({ action: 'retry' })).toMatchObject({ outcome: 'applied' });
    const execution = await read();

    expect(execution).toMatchObject({ status: 'in_progress', sendState: 'due', sentSteps: [stepIds[0]] });
    expect(execution).not.toHaveProperty('reason');
    expect(await countersOf()).toMatchObject({ failed: 0, started: 1, reopened: 1 });
    expect(await resultOf({ action: 'retry' })).toMatchObject({ outcome: 'unchanged' });
    expect(await countersOf()).toMatchObject({ failed: 0, reopened: 1 });
  });

  test('is refused after an unknown outcome, a stop, and for a suppressed contact', async () => {
    await end('stopped');
    await expectRefused({ action: 'retry' }, 'not_failed');
    await set({ status: 'failed', reason: 'delivery_unknown', sendToken: 'gone', stepId: stepIds[1] });
    await expectRefused({ action: 'retry' }, 'outcome_unknown');
    await set({ sendState: 'sending' });
    await expectRefused({ action: 'retry' }, 'in_flight');
  });

  test('is refused while the contact is suppressed, and then tries a bounced step again', async () => {
    const email = uniqueEmail();
    contactId = await addContact(workspaceId, { email });
    const campaign = await addCampaign(workspaceId, {
      emailAccountIds: [accountId],
      contactIds: [contactId],
      steps,
    });
    campaignId = campaign.id;
    stepIds = campaign.steps.map(({ id }) => id);
    await set({
      status: 'bounced',
      sendState: 'done',
      reason: 'smtp_550',
      sendToken: 'x',
      stepId: stepIds[0],
    });
    const { id } = await block(workspaceId, email);
    await expectRefused({ action: 'retry' }, 'suppressed');
    await unblock(workspaceId, id);

    expect(await resultOf({ action: 'retry' })).toMatchObject({ outcome: 'applied' });
  });
});

describe('resume', () => {
  test('makes a paused sequence due again, once', async () => {
    await set({ status: 'paused', reason: 'missing_variable' });
    expect(await resultOf({ action: 'resume' })).toMatchObject({ outcome: 'applied' });
    expect(await read()).toMatchObject({ status: 'pending', sendState: 'due' });
    expect(await resultOf({ action: 'resume' })).toMatchObject({ outcome: 'unchanged' });
  });

  test('is refused after the end of the sequence', async () => {
    await end('completed');
    await expectRefused({ action: 'resume' }, 'ended');
  });
});

describe('skip', () => {
  test('moves on to the following step, and its delay starts now', async () => {
    await set({ ...sentOnce(), dueAt: 1 });
    const before = Date.now();
    expect(await resultOf({ action: 'skip', stepId: stepIds[1] })).toMatchObject({ outcome: 'applied' });
    const execution = await read();

    expect(execution).toMatchObject({ skippedSteps: [stepIds[1]], nextStepId: stepIds[2], sendState: 'due' });
    expect(execution?.dueAt).toBeGreaterThanOrEqual(before + 3 * 86_400_000);
  });

  test('skips no other step when it is repeated', async () => {
    await resultOf({ action: 'skip', stepId: stepIds[0] });
    const before = await read();

    expect(await resultOf({ action: 'skip', stepId: stepIds[0] })).toMatchObject({ outcome: 'unchanged' });
    expect(await read()).toEqual(before);
    await expectRefused({ action: 'skip', stepId: stepIds[2] }, 'not_next_step');
  });

  test('completes the sequence after the last step, and the event names the skipped steps', async () => {
    const skipped = stepIds.slice(1);
    await set(sentOnce());
    for (const stepId of skipped) await resultOf({ action: 'skip', stepId });
    const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 1 });

    expect(data).toMatchObject([
      { type: 'campaign.contact_completed', metadata: { skippedStepIds: skipped } },
    ]);

    expect(await read()).toMatchObject({ status: 'completed', sendState: 'done' });
    expect(await resultOf({ action: 'skip', stepId: stepIds[2] })).toMatchObject({ outcome: 'unchanged' });
  });

  test('resumes a sequence that is paused at the step', async () => {
    await set({ ...sentOnce(), status: 'paused', reason: 'missing_variable' });
    await resultOf({ action: 'skip', stepId: stepIds[1] });
    const execution = await read();

    expect(execution).toMatchObject({ status: 'in_progress', skippedSteps: [stepIds[1]] });
    expect(execution).not.toHaveProperty('reason');
  });

  test('is refused for a sent step, an email in flight, an unknown outcome and an ended sequence', async () => {
    await set(sentOnce());
    await expectRefused({ action: 'skip', stepId: stepIds[0] }, 'already_sent');
    await set({ sendState: 'sending' });
    await expectRefused({ action: 'skip', stepId: stepIds[1] }, 'in_flight');
    await set({ sendState: 'unknown' });
    await expectRefused({ action: 'skip', stepId: stepIds[1] }, 'outcome_unknown');
    await end('stopped');
    await expectRefused({ action: 'skip', stepId: stepIds[1] }, 'ended');
  });

  test('is refused if the following reply would start a thread without a subject', async () => {
    const replySteps = [...steps.slice(0, 1), { variants: [{ bodyText: 'Again?' }] }];
    const campaign = await addCampaign(workspaceId, {
      emailAccountIds: [accountId],
      contactIds: [contactId],
      steps: replySteps,
      allowParallel: true,
    });
    campaignId = campaign.id;

    await expectRefused({ action: 'skip', stepId: campaign.steps[0]?.id }, 'no_subject');
  });
});

describe('continue and restart', () => {
  test('continue opens an ended sequence at a step that was not sent, once', async () => {
    await end('completed');
    const body = { action: 'continue', stepId: stepIds[2] };

    expect(await resultOf(body)).toMatchObject({ outcome: 'applied' });
    expect(await resultOf(body)).toMatchObject({ outcome: 'unchanged' });
    expect(await read()).toMatchObject({ continueAt: stepIds[2], sentSteps: [stepIds[0]] });
    expect(await countersOf()).toMatchObject({ completed: 0, contacts: 1, reopened: 1 });
  });

  test('continue is refused for a sent step, restart is not', async () => {
    await end('completed', { sentSteps: stepIds, sentCount: 3 });
    await expectRefused({ action: 'continue', stepId: stepIds[0] }, 'already_sent');
    const before = await read();
    expect(await resultOf({ action: 'restart' })).toMatchObject({ outcome: 'applied' });
    const execution = await read();

    expect(execution).toMatchObject({
      status: 'pending',
      sendState: 'due',
      sentSteps: [],
      sentCount: 0,
      earlier: { contacts: 1, completed: 1, started: 1 },
    });
    expect(execution?.id).not.toBe(before?.id);
    expect(execution).not.toHaveProperty('thread');
    expect(await countersOf()).toMatchObject({ contacts: 2, completed: 1 });
  });

  test('restart begins at the given step, even after a reply', async () => {
    await end('replied', { repliedAt: '2030-01-01T00:00:00.000Z' });
    await expectRefused({ action: 'continue', stepId: stepIds[1] }, 'replied');
    expect(await resultOf({ action: 'restart', stepId: stepIds[1] })).toMatchObject({ outcome: 'applied' });

    expect(await read()).toMatchObject({ continueAt: stepIds[1], sentSteps: [] });
  });

  test('restart is refused while the sequence is open, so a repetition starts nothing twice', async () => {
    await expectRefused({ action: 'restart' }, 'in_progress');
    await end('stopped', { sendState: 'sending' });
    await expectRefused({ action: 'restart' }, 'in_progress');
  });

  test('both are refused while the contact is in another started campaign', async () => {
    const own = await addContact(workspaceId);
    const exclusive = await addCampaign(workspaceId, {
      emailAccountIds: [accountId],
      contactIds: [own],
      steps,
    });
    contactId = own;
    campaignId = exclusive.id;
    stepIds = exclusive.steps.map(({ id }) => id);
    await end('completed');
    const { id } = await addRunningCampaign(workspaceId, { contactIds: [own] });
    await waitForEnrolment(workspaceId, id);

    await expectRefused({ action: 'restart' }, 'active_elsewhere');
    await expectRefused({ action: 'continue', stepId: stepIds[1] }, 'active_elsewhere');
  });

  test('allow a completed campaign to be started again', async () => {
    await end('completed');
    await connected().table.update({
      update: campaignKey(workspaceId, campaignId),
      set: { status: 'completed' },
    });
    await resultOf({ action: 'restart' });

    expect((await startCampaign(workspaceId, campaignId)).status).toBe('active');
  });
});

describe('resolve', () => {
  const unknown = () => ({
    sendState: 'unknown',
    sendToken: 'held',
    claimedSubject: 'Hello',
    stepId: stepIds[0],
    emailAccountId: accountId,
  });
  const resolve = (outcome: string, stepId = stepIds[0]) => ({ action: 'resolve', outcome, stepId });

  test('as sent records the email and continues with the following step, once', async () => {
    await set(unknown());
    expect(await resultOf(resolve('sent'))).toMatchObject({ outcome: 'applied' });
    const execution = await read();

    expect(execution).toMatchObject({
      status: 'in_progress',
      sendState: 'due',
      sentCount: 1,
      sentSteps: [stepIds[0]],
      nextStepId: stepIds[1],
      thread: { subject: 'Hello', from: 0 },
    });
    expect(await resultOf(resolve('sent'))).toMatchObject({ outcome: 'unchanged' });
    await expectRefused(resolve('not_sent'), 'already_sent');
  });

  test('as not sent makes the same step due again, once', async () => {
    await set(unknown());
    expect(await resultOf(resolve('not_sent'))).toMatchObject({ outcome: 'applied' });
    const execution = await read();

    expect(execution).toMatchObject({ status: 'pending', sendState: 'due', sentCount: 0, sentSteps: [] });
    expect(execution).not.toHaveProperty('sendToken');
    expect(execution).not.toHaveProperty('emailAccountId');
    expect(await resultOf(resolve('not_sent'))).toMatchObject({ outcome: 'unchanged' });
  });

  test('keeps a removed recipient stopped, and a step that was not sent can be continued', async () => {
    await set({ ...unknown(), status: 'stopped', reason: 'removed' });
    await resultOf(resolve('not_sent'));
    expect(await read()).toMatchObject({ status: 'stopped', sendState: 'done' });

    expect(await resultOf({ action: 'continue', stepId: stepIds[0] })).toMatchObject({ outcome: 'applied' });
  });

  test.each([
    ['sent', { sentCount: 1, nextStep: 1, started: 1 }],
    ['not_sent', { sentCount: 0, nextStep: 0, started: 0 }],
  ])('as %s reopens a sequence that failed because of the unknown outcome', async (outcome, expected) => {
    await set({
      ...unknown(),
      sendState: 'done',
      status: 'failed',
      reason: 'delivery_unknown',
      finishedAt: '2030-01-01T00:00:00.000Z',
    });
    const update = countersKey(workspaceId, campaignId);
    await connected().table.update({ update, add: { failed: 1, endedUnsent: 1 } });
    expect(await resultOf(resolve(outcome))).toMatchObject({ outcome: 'applied' });
    const execution = await read();

    expect(execution).toMatchObject({ sendState: 'due', sentCount: expected.sentCount });
    expect(execution).not.toHaveProperty('reason');
    expect(execution).not.toHaveProperty('finishedAt');
    expect(await countersOf()).toMatchObject({ failed: 0, endedUnsent: 0 });
    expect(await resultOf(resolve(outcome))).toMatchObject({ outcome: 'unchanged' });
  });

  test('is refused for an email in flight and for a step without an unknown outcome', async () => {
    await set({ ...unknown(), sendState: 'sending' });
    await expectRefused(resolve('not_sent'), 'in_flight');
    await set(unknown());
    await expectRefused(resolve('sent', stepIds[1]), 'outcome_known');
  });
});
