import * as z from 'zod/mini';
import { Campaign, CampaignId, EnrolledCampaign, NewCampaign } from '#lib/campaigns/campaign.ts';
import { contract } from '#lib/http/contract.ts';

const byId = z.strictObject({ id: CampaignId });

export const campaignRoutes = {
  create: contract({
    method: 'POST',
    path: '/campaigns',
    summary: 'Create a campaign',
    auth: 'credential',
    needs: ['table:write', 'jobs:send'],
    body: NewCampaign,
    responses: { 201: EnrolledCampaign },
  }),
  get: contract({
    method: 'GET',
    path: '/campaigns/{id}',
    summary: 'Get campaign details',
    auth: 'credential',
    needs: ['table:read'],
    params: byId,
    responses: { 200: Campaign },
  }),
  start: contract({
    method: 'POST',
    path: '/campaigns/{id}/start',
    summary: 'Activate a campaign',
    auth: 'credential',
    needs: ['table:write', 'schedules:manage'],
    params: byId,
    responses: { 200: Campaign },
  }),
  pause: contract({
    method: 'POST',
    path: '/campaigns/{id}/pause',
    summary: 'Pause a campaign',
    auth: 'credential',
    needs: ['table:write', 'schedules:manage'],
    params: byId,
    responses: { 200: Campaign },
  }),
};
