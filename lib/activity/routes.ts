import * as z from 'zod/mini';
import { ActivityEvent } from '#lib/activity/activity-event.ts';
import { CampaignId } from '#lib/campaigns/campaign.ts';
import { ContactId } from '#lib/contacts/contact.ts';
import { contract } from '#lib/http/contract.ts';
import { pageOf, pageQuery } from '#lib/http/schemas.ts';

export const activityRoutes = {
  list: contract({
    method: 'GET',
    path: '/activity',
    summary: 'List activity events, newest first',
    auth: 'credential',
    needs: ['table:read'],
    query: z
      .strictObject({
        ...pageQuery,
        campaignId: z.optional(CampaignId),
        contactId: z.optional(ContactId),
      })
      .check(
        z.refine(
          (query) => query.campaignId === undefined || query.contactId === undefined,
          'give campaignId or contactId, not both',
        ),
      ),
    responses: { 200: pageOf(ActivityEvent) },
  }),
};
