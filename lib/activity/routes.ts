import * as z from 'zod/mini';
import { ActivityEvent } from '#lib/activity/activity-event.ts';
import { eventsOmitted } from '#lib/activity/metric.ts';
import { contract } from '#lib/http/contract.ts';
import { EventKind, eventKinds } from '#lib/values/event-kind.ts';
import {
  CampaignId,
  ContactId,
  EmailAccountId,
  ExecutionId,
  flag,
  idSchema,
  moment,
  orderQuery,
  pageOf,
  pageQuery,
  text,
} from '#lib/values/schemas.ts';

/** Comma-separated kinds, such as `email.sent,email.opened`. */
const KindList = text(
  eventKinds.join().length,
  z.refine(
    (list) => list.split(',').every((kind) => EventKind.safeParse(kind).success),
    `must be a comma-separated list of ${eventKinds.join(', ')}`,
  ),
);

const ActivityQuery = z.strictObject({
  ...pageQuery,
  ...orderQuery,
  type: z.optional(KindList),
  campaignId: z.optional(CampaignId),
  contactId: z.optional(ContactId),
  executionId: z.optional(ExecutionId),
  emailAccountId: z.optional(EmailAccountId),
  after: z.optional(moment()),
  before: z.optional(moment()),
  afterId: z.optional(idSchema('evt')),
  includeBots: z._default(flag(), 'false'),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

export const activityRoutes = {
  list: contract({
    method: 'GET',
    path: '/activity',
    summary: 'List activity events, newest first, or oldest first with `afterId`',
    auth: 'credential',
    needs: ['table:read'],
    query: ActivityQuery,
    metrics: [eventsOmitted],
    responses: { 200: pageOf(ActivityEvent) },
  }),
};
