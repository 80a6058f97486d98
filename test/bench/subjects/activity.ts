import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets } from '../support/figures.ts';
import { seedActivity } from '../support/fixtures.ts';

export const activitySubjects: readonly EndpointSubject[] = [
  {
    operation: 'activity.list',
    target: readTargets.page,
    why: 'each of 14 kinds is looked at, and whichever holds the page is read on: one write unit less per event than an index of its own for kinds',
    async prepare(bench, workspaceId) {
      await seedActivity(bench, workspaceId, manyItems);

      return {};
    },
  },
  {
    operation: 'activity.list',
    detail: 'of a kind',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      await seedActivity(bench, workspaceId, manyItems);

      return { query: { type: 'email.sent' } };
    },
  },
  {
    operation: 'activity.list',
    detail: 'of an account',
    target: readTargets.page,
    why: 'its index holds keys only, because every mail writes it, so that events are read one by one',
    async prepare(bench, workspaceId) {
      const { emailAccountId } = await seedActivity(bench, workspaceId, manyItems);

      return { query: { emailAccountId } };
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
