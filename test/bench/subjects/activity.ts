import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets } from '../support/figures.ts';
import { seedActivity } from '../support/fixtures.ts';

export const activitySubjects: readonly EndpointSubject[] = [
  {
    operation: 'activity.list',
    target: readTargets.page,
    why: 'an event repeats the ids of its payload as attributes, which makes 11 of them on each of 4 shards more than 8 KB',
    async prepare(bench, workspaceId) {
      await seedActivity(bench, workspaceId, manyItems);

      return {};
    },
  },
  {
    operation: 'activity.list',
    detail: 'of a campaign',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      const { campaignId } = await seedActivity(bench, workspaceId, manyItems);

      return { query: { campaignId } };
    },
  },
  {
    operation: 'activity.list',
    detail: 'of a contact',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      const { contactId } = await seedActivity(bench, workspaceId, manyItems);

      return { query: { contactId } };
    },
  },
];
