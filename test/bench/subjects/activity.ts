import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets } from '../support/figures.ts';
import { fixedId, seedActivity } from '../support/fixtures.ts';

export const activitySubjects: readonly EndpointSubject[] = [
  {
    operation: 'activity.list',
    target: readTargets.page,
    why: 'events are in eight partitions, and the partition with the page is read again; a list in one partition would cost each email one more write unit',
    async prepare(bench, workspaceId) {
      await seedActivity(bench, workspaceId, manyItems);

      return {};
    },
  },
  {
    operation: 'activity.list',
    detail: 'of several kinds in turn',
    target: readTargets.page,
    why: 'the same as for a single type',
    async prepare(bench, workspaceId) {
      await seedActivity(bench, workspaceId, manyItems, [
        'email.sent',
        'email.opened',
        'email.sent',
        'email.replied',
      ]);

      return {};
    },
  },
  {
    operation: 'activity.list',
    detail: 'of a rare kind',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      await seedActivity(bench, workspaceId, manyItems, ['email.replied', 'campaign.contact_completed']);

      return { query: { type: 'email.replied' } };
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
    why: 'the events of a contact are read from the table, which costs twice as much as an index',
    async prepare(bench, workspaceId) {
      const { contactId } = await seedActivity(bench, workspaceId, manyItems);

      return { query: { contactId } };
    },
  },
  {
    operation: 'activity.list',
    detail: 'on from an event',
    target: readTargets.page,
    why: 'the same as for the newest events',
    async prepare(bench, workspaceId) {
      await seedActivity(bench, workspaceId, manyItems);

      return { query: { afterId: fixedId('evt', 0) } };
    },
  },
];
