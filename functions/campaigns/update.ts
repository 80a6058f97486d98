import { planEdit } from '#lib/campaigns/edit.ts';
import { campaignRoutes } from '#lib/campaigns/routes.ts';
import type { JobCall, Tick } from '#lib/campaigns/workers.ts';
import { writeEndpoint } from '#lib/http/endpoint.ts';
import { changed } from '#lib/http/reply.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';

export const handler = writeEndpoint(
  campaignRoutes.update,
  async ({ workspaceId, params, body }, services) =>
    changed(await planEdit(services, workspaceId, params.id, body)),
  { jobs: () => sqsQueue<JobCall>('jobs'), ticks: () => sqsQueue<Tick>('ticks') },
);
