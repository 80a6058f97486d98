import { planDeletion } from '#lib/campaigns/delete.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import type { JobCall, Tick } from '#lib/campaigns/workers.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { deleted } from '#lib/http/reply.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';

export const handler = writeEndpoint(
  campaignRoutes.delete,
  async ({ workspaceId, params }, services) => deleted(await planDeletion(services, workspaceId, params.id)),
  { jobs: () => sqsQueue<JobCall>('jobs'), ticks: () => sqsQueue<Tick>('ticks') },
);
