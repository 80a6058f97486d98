import type { Change } from '#lib/commit/change.ts';
import { periodLimitUpdate } from '#lib/http/period-limit.ts';
import { jobStart, newJobFields } from '#lib/jobs/jobs.ts';
import type { Services } from '#lib/runtime/services.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';
import { newId, timestamp, timestampAfter } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';
import { deliveryRetentionMs } from '#lib/webhooks/delivery/delivery-items.ts';
import { webhookCountKey, webhooksMax, webhookUpdate } from '#lib/webhooks/items.ts';
import { presentWebhook, readWebhook } from '#lib/webhooks/read.ts';
import { isReplaying, type ReplayJob, type ReplayRequest, replayKind } from '#lib/webhooks/replay.ts';
import type { Webhook } from '#lib/webhooks/webhook.ts';

/**
 * In a UTC day. It bounds the requests that a workspace can cause at a host that is not its own. It includes replays of undelivered
 * events, because all events are undelivered for a new webhook.
 */
export const replaysPerDayMax = 2 * webhooksMax;

/**
 * Starts sending the events of a period again. A job reads them in chunks and holds a delivery for each.
 * Held deliveries are released as after an outage, so a replay respects the endpoint's health and limits.
 * @throws Problem 404; 422 for a period that is empty or too old, while the webhook is disabled, or during another replay. The commit throws RateLimited.
 */
export async function planReplay(
  { table, now }: Services,
  workspaceId: string,
  webhookId: string,
  request: ReplayRequest,
): Promise<Change<Webhook>> {
  const webhook = await readWebhook(table, workspaceId, webhookId);
  const at = now();
  const period = readPeriod(request, at);
  if (webhook.status === 'disabled')
    throw invalidField('', 'state', 'the webhook is disabled: enable it first');
  if (isReplaying(webhook)) throw invalidField('', 'state', 'another replay of the webhook is in progress');
  const limit = {
    partition: webhookCountKey(workspaceId).pk,
    per: 'day',
    counter: 'replays',
    limit: replaysPerDayMax,
    message: `a workspace starts at most ${replaysPerDayMax} replays in a day`,
  } as const;
  const updatedAt = timestampAfter(webhook.updatedAt, at);
  const ref = { workspaceId, id: newId('job', at) };
  const job: ReplayJob = { ...newJobFields(replayKind, ref, at), isQueued: true, webhookId };
  const start = jobStart(job);
  const replay = {
    ...period,
    deliveries: request.deliveries,
    queued: 0,
    startedAt: updatedAt,
    completedAt: null,
    statusReason: null,
  };

  return {
    writes: [
      periodLimitUpdate(limit, at),
      webhookUpdate(workspaceId, webhook, {
        set: {
          replay,
          replayJobId: ref.id,
          updatedAt,
          releasingSince: at,
          ...worklistAttributes('webhook', webhookId, at),
        },
      }),
      ...start.writes,
    ],
    messages: [...start.messages, { queue: 'deliveries', message: { webhookId } }],
    result: presentWebhook({ ...webhook, replay, updatedAt }, at),
  };
}

function readPeriod({ after, before }: ReplayRequest, now: number) {
  const [start, end] = [Date.parse(after), before === undefined ? now : Date.parse(before)];
  if (end > now) {
    throw invalidField('before', 'value', 'must not be in the future: omit it to send the events until now');
  }
  if (start < now - deliveryRetentionMs) {
    throw invalidField('after', 'value', 'must be within the last 30 days');
  }
  if (start >= end) throw invalidField('after', 'value', 'must be earlier than before and the current time');

  return { after: timestamp(start), before: timestamp(end) };
}
