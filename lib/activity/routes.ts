import * as z from 'zod/mini';
import { ActivityEvent } from '#lib/activity/activity-event.ts';
import { EventKind, eventKinds } from '#lib/activity/event.ts';
import { CampaignId } from '#lib/campaigns/ids.ts';
import { ContactId } from '#lib/contacts/contact-id.ts';
import { EmailAccountId } from '#lib/email-accounts/account-id.ts';
import { ExecutionId } from '#lib/executions/execution-id.ts';
import { contract } from '#lib/http/contract.ts';
import { idSchema, moment, pageOf, pageQuery, text } from '#lib/http/schemas.ts';

/** `email.sent,email.opened` */
const KindList = text(
  eventKinds.join().length,
  z.refine(
    (list) => list.split(',').every((kind) => EventKind.safeParse(kind).success),
    `must be a list, with commas, of ${eventKinds.join(', ')}`,
  ),
);

const ActivityQuery = z.strictObject({
  ...pageQuery,
  type: z.optional(KindList),
  campaignId: z.optional(CampaignId),
  contactId: z.optional(ContactId),
  executionId: z.optional(ExecutionId),
  emailAccountId: z.optional(EmailAccountId),
  after: z.optional(moment({ offset: true })),
  before: z.optional(moment({ offset: true })),
  afterId: z.optional(idSchema('evt')),
  includeBots: z._default(z.enum(['true', 'false']), 'false'),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

export const activityRoutes = {
  list: contract({
    method: 'GET',
    path: '/activity',
    summary: 'List activity events, newest first; oldest first from `afterId` on',
    auth: 'credential',
    needs: ['table:read'],
    query: ActivityQuery,
    responses: { 200: pageOf(ActivityEvent) },
  }),
};
