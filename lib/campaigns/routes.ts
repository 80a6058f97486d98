import * as z from 'zod/mini';
import {
  Campaign,
  CampaignPatch,
  CampaignSummary,
  EnrolledCampaign,
  NewCampaign,
} from '#lib/campaigns/definition/campaign.ts';
import { CampaignStatus, CampaignTag } from '#lib/campaigns/definition/settings.ts';
import { SendingPlan, StartOptions } from '#lib/campaigns/planning/start-plan.ts';
import { RecipientQuery } from '#lib/campaigns/recipients/list.ts';
import { Recipient } from '#lib/campaigns/recipients/recipient.ts';
import {
  EmailPreview,
  PreviewRequest,
  TestEmailRequest,
  TestEmailResult,
} from '#lib/emails/preview/schemas.ts';
import { contract } from '#lib/http/contract.ts';
import { CampaignId } from '#lib/values/campaign-ids.ts';
import { pageOf, pageQuery, trimmedText, updatedAfterQuery } from '#lib/values/schemas.ts';

const byId = z.strictObject({ id: CampaignId });

export const campaignRoutes = {
  list: contract({
    method: 'GET',
    path: '/campaigns',
    summary: 'List campaigns, newest first, or by name with `search`',
    auth: 'credential',
    needs: ['table:read'],
    query: z.strictObject({
      ...pageQuery,
      ...updatedAfterQuery,
      status: z.optional(CampaignStatus),
      tag: z.optional(CampaignTag),
      search: z.optional(trimmedText(200)),
    }),
    responses: { 200: pageOf(CampaignSummary) },
  }),
  create: contract({
    method: 'POST',
    path: '/campaigns',
    summary: 'Create a campaign',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write'],
    body: NewCampaign,
    responses: { 201: EnrolledCampaign },
    location: '/campaigns/{id}',
  }),
  get: contract({
    method: 'GET',
    path: '/campaigns/{id}',
    summary: 'Get a campaign',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:read'],
    params: byId,
    responses: { 200: Campaign },
  }),
  update: contract({
    method: 'PATCH',
    path: '/campaigns/{id}',
    summary: 'Update a campaign',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write'],
    params: byId,
    body: CampaignPatch,
    responses: { 200: EnrolledCampaign },
  }),
  delete: contract({
    method: 'DELETE',
    path: '/campaigns/{id}',
    summary: 'Stop and delete a campaign; its activity is kept',
    auth: 'credential',
    needs: ['table:write'],
    emits: ['campaign.paused'],
    params: byId,
    responses: { 204: z.undefined() },
  }),
  start: contract({
    method: 'POST',
    path: '/campaigns/{id}/start',
    summary: 'Start a campaign, or plan a start with `dryRun`',
    auth: 'credential',
    needs: ['table:write'],
    emits: ['campaign.started'],
    params: byId,
    body: StartOptions,
    bodyIsOptional: true,
    responses: { 200: z.union([Campaign, SendingPlan]) },
  }),
  pause: contract({
    method: 'POST',
    path: '/campaigns/{id}/pause',
    summary: 'Pause a campaign',
    auth: 'credential',
    needs: ['table:write'],
    emits: ['campaign.paused'],
    params: byId,
    responses: { 200: Campaign },
  }),
  listRecipients: contract({
    method: 'GET',
    path: '/campaigns/{id}/recipients',
    summary: 'List the recipients of a campaign with their progress',
    auth: 'credential',
    needs: ['table:read'],
    params: byId,
    query: RecipientQuery,
    responses: { 200: pageOf(Recipient) },
    extension: true,
  }),
  preview: contract({
    method: 'POST',
    path: '/campaigns/{id}/preview',
    summary: 'Preview an email of a campaign for one recipient',
    auth: 'credential',
    needs: ['table:write', 'tokens:sign', 'links:make'],
    params: byId,
    body: PreviewRequest,
    responses: { 200: EmailPreview },
    extension: true,
  }),
  test: contract({
    method: 'POST',
    path: '/campaigns/{id}/test',
    summary: 'Send a test email to a user of the workspace',
    auth: 'credential',
    needs: ['table:write', 'secrets:seal', 'tokens:sign', 'network:outbound', 'links:make'],
    params: byId,
    body: TestEmailRequest,
    responses: { 200: TestEmailResult },
    extension: true,
    callsExternalServer: true,
    slow: { inFlightPerWorkspace: 2 },
  }),
};
