import { PurgeQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { markOutcomeUnknown } from '#lib/emails/unknown-outcome.ts';
import { executionKey } from '#lib/executions/items.ts';
import { maintenanceWorkers } from '#lib/maintenance/workers.ts';
import { answerPut } from '#lib/replies/answers/answers.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import { newId } from '#lib/values/ids.ts';
import { queueNames } from '#lib/values/queues.ts';
import type { AttemptOutcome } from '#lib/webhooks/delivery/attempt.ts';
import { deliveryKey } from '#lib/webhooks/delivery/delivery-items.ts';
import { recordAttempt } from '#lib/webhooks/delivery/record-attempt.ts';
import { toWebhook, webhookKey } from '#lib/webhooks/items.ts';
import { NewWebhook } from '#lib/webhooks/webhook.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import {
  addAccount,
  addContact,
  addContacts,
  commitNow,
  draftCampaign,
  invite,
  readCampaign,
} from '../../api/support/seed.ts';
import { useSender } from '../../support/emailed-token.ts';
import { linesFor } from '../../support/logs.ts';
import { connected } from '../../support/stack.ts';
import { readOutbox, takeJobs } from '../support/activity.ts';
import { readExecution, runCampaign } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume, context } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const minuteMs = 60_000;

const refused: AttemptOutcome = {
  isDelivered: false,
  startedAt: Date.now(),
  requests: [{ signedWith: 'current', statusCode: 500, error: null, durationMs: 1, responseSnippet: '' }],
  retryAfterSeconds: null,
};

async function sweepAt(now: number): Promise<void> {
  setClock(now);
  await sweep({}, context);
}

async function readWebhook(webhookId: string) {
  const item = await connected().table.get(webhookKey(workspaceId, webhookId));
  if (!item) throw new Error('the webhook does not exist');

  return toWebhook(item);
}

beforeAll(() => useOwnResources());
beforeEach(async () => {
  for (const queue of queueNames) await takeMessages(queue);
});

describe('sweep', () => {
  test('publishes events that the stream missed after a minute', async () => {
    const services = { ...connected(), vault: kmsVault(connected()), loopback: 'allow' as const };
    const input = NewWebhook.parse({ url: 'https://hooks.example.com/in', events: ['contact.created'] });
    await commitNow(workspaceId, await planWebhook(services, { workspaceId }, input));
    await sweepAt(Date.now() + 2 * minuteMs);
    await takeMessages('deliveries');

    setClock(Date.now());
    const committedAt = Date.now();
    const subjectId = await addContact(workspaceId);
    await sweepAt(committedAt + minuteMs - 1000);
    expect(await takeMessages('deliveries')).toEqual([]);
    await sweepAt(committedAt + minuteMs + 1000);
    expect(await takeMessages('deliveries')).toMatchObject([{ subjectId, attempt: 1 }]);
    expect(linesFor(maintenanceWorkers.sweep, 'OldestPendingEventSeconds').at(-1)).toMatchObject({
      count: 1,
      lateSeconds: 61,
    });
    expect(await readOutbox()).toEqual([]);
  });

  test('queues an enrolment job with a lost message again, until it is complete', async () => {
    const [contactIds, accountId] = await Promise.all([addContacts(workspaceId, 3), addAccount(workspaceId)]);
    const { id } = await draftCampaign(workspaceId, { contactIds, emailAccountIds: [accountId] });
    const committedAt = Date.now();
    const lost = await takeJobs();
    await sweepAt(committedAt + minuteMs - 1000);
    expect(await takeMessages('jobs')).toEqual([]);
    await sweepAt(committedAt + minuteMs + 1000);
    const found = await takeMessages('jobs');

    expect(found).toEqual(lost);
    await consume(runJob, found);
    expect((await readCampaign(workspaceId, id)).stats.contacts).toBe(3);
    await sweepAt(committedAt + 10 * minuteMs);
    expect(await takeMessages('jobs')).toEqual([]);
  });

  test('dispatches a running campaign after its schedule did not fire', async () => {
    const { campaign } = await runCampaign(workspaceId);
    const tick = { workspaceId, campaignId: campaign.id };
    const startedAt = Date.now();
    await sweepAt(startedAt + minuteMs - 1000);
    expect(await takeMessages('ticks')).not.toContainEqual(tick);
    await sweepAt(startedAt + minuteMs + 1000);

    expect(await takeMessages('ticks')).toContainEqual(tick);
  });

  test('queues the next attempt of a delivery again if its message was lost', async () => {
    const services = { ...connected(), vault: kmsVault(connected()), loopback: 'allow' as const };
    const input = NewWebhook.parse({ url: 'https://hooks.example.com/in', events: ['email.sent'] });
    const { id: webhookId } = await commitNow(
      workspaceId,
      await planWebhook(services, { workspaceId }, input),
    );
    const call = {
      workspaceId,
      webhookId,
      eventId: newId('evt', Date.now()),
      subjectId: newId('con', Date.now()),
      attempt: 1,
      dueAt: Date.now(),
    };
    const { retry: next } = await recordAttempt(
      { ...connected(), failingAttemptMs: 60_000 },
      {
        message: call,
        type: 'email.sent',
        webhookAtStart: await readWebhook(webhookId),
        attemptOutcome: refused,
      },
    );
    if (!next) throw new Error('there is no second attempt');

    await sweepAt(next.dueAt + 2 * minuteMs - 1000);
    expect(await takeMessages('deliveries')).not.toContainEqual(next);
    await sweepAt(next.dueAt + 2 * minuteMs + 1000);
    expect(await takeMessages('deliveries')).toContainEqual(next);

    await connected().table.update({
      update: deliveryKey(workspaceId, webhookId, call.eventId),
      set: { status: 'delivered' },
    });
    await sweepAt(next.dueAt + 4 * minuteMs);
    expect(await takeMessages('deliveries')).not.toContainEqual(next);
  });

  test('gives up on an email with an unknown outcome after a day, and counts its contact as failed once', async () => {
    const { calls, campaign } = await runCampaign(workspaceId);
    const [call] = calls;
    if (!call) throw new Error('there is no contact');
    const key = executionKey(workspaceId, call.contactId, call.campaignId);
    const { table } = connected();
    await table.update({ update: key, set: { sendState: 'sending', sendToken: 'lost' } });
    const services = { ...connected(), signer: kmsTokenSigner() };
    await markOutcomeUnknown(services, await readExecution(call), 'lost');
    const lostAt = Date.now();

    await sweepAt(lostAt + 24 * 60 * minuteMs - 1000);
    expect(await readExecution(call)).toMatchObject({ sendState: 'unknown', status: 'pending' });
    await sweepAt(lostAt + 24 * 60 * minuteMs + 1000);
    await Promise.all([sweepAt(Date.now() + 2 * minuteMs), sweepAt(Date.now() + 2 * minuteMs)]);

    expect(await readExecution(call)).toMatchObject({
      status: 'failed',
      reason: 'delivery_unknown',
      sentCount: 0,
    });
    const counters = await table.get(countersKey(workspaceId, campaign.id));
    expect(counters).toMatchObject({ contacts: 1, failed: 1, endedUnsent: 1, sent: 0 });
    expect((await readCampaign(workspaceId, campaign.id)).stats).toMatchObject({ pending: 0, sent: 0 });
  });

  test('queues all other work when one item cannot be read, and then fails, which raises its alarm', async () => {
    const { campaign } = await runCampaign(workspaceId);
    const startedAt = Date.now();
    const broken = { pk: `W#${workspaceId}#CAMPAIGN#broken`, sk: 'CAMPAIGN' };
    await connected().table.put({
      put: { ...broken, ...worklistAttributes('campaign', 'broken', startedAt) },
    });
    await expect(sweepAt(startedAt + 2 * minuteMs)).rejects.toThrow(
      '1 step(s) or item(s) of the sweep failed',
    );

    expect(await takeMessages('ticks')).toContainEqual({ workspaceId, campaignId: campaign.id });
    await connected().table.update({ update: broken, remove: worklistAttributeNames });
  });
});

test('a dead-letter queue with messages is logged every five minutes', async () => {
  // The stack's own queues: the function has access to no others.
  const entries = process.env['DEAD_LETTER_QUEUE_URLS']?.split(' ').map((entry) => entry.split('='));
  const name = entries?.find(([queue]) => queue === 'jobs')?.[1] ?? '';
  const QueueUrl = new URL(name, entries?.[0]?.[1]).href;
  const client = new SQSClient({});
  await client.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' }));
  onTestFinished(async () => void (await client.send(new PurgeQueueCommand({ QueueUrl }))));
  const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  for (const minute of [11, 12, 13, 17]) await sweepAt(hour + minute * minuteMs);

  const lines = linesFor(maintenanceWorkers.sweep, 'DeadLetters');
  expect(lines.map(({ queue, count }) => [queue, count])).toEqual([
    ['jobs', 1],
    ['jobs', 1],
  ]);
});

test('an answer with a lost queue message is queued again after a minute', async () => {
  const answer = {
    id: newId('ans', Date.now()),
    replyId: newId('rpl', Date.now()),
    contactId: newId('con', Date.now()),
    campaignId: newId('cmp', Date.now()),
    executionId: newId('exe', Date.now()),
    stepId: '',
    emailAccountId: newId('acc', Date.now()),
    status: 'queued' as const,
    attempts: 0,
    sealed: '',
    dueAt: Date.now(),
    createdAt: new Date().toISOString(),
  };
  await commitNow(workspaceId, { writes: [answerPut(workspaceId, answer)], result: undefined });
  await sweepAt(answer.dueAt + minuteMs - 1000);
  expect(await takeMessages('sends')).toEqual([]);
  await sweepAt(answer.dueAt + minuteMs + 1000);

  expect(await takeMessages('sends')).toEqual([
    { workspaceId, contactId: answer.contactId, answerId: answer.id },
  ]);
});

test('an email of the service with a lost queue message is queued again after a minute', async () => {
  await useSender(workspaceId, await addAccount(workspaceId));
  const { id } = await invite(workspaceId);
  const queuedAt = Date.now();
  await sweepAt(queuedAt + minuteMs + 1000);

  expect(await takeMessages('sends')).toContainEqual({ workspaceId, serviceEmailId: id });
});
