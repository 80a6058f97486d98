import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';
import { seedWebhook } from '../support/fixtures.ts';

const receiver = 'https://receiver.example/first';

const aWebhook: EndpointSubject['prepare'] = async (bench, workspaceId) => ({
  params: { id: await seedWebhook(bench, workspaceId, receiver) },
});

export const webhookSubjects: readonly EndpointSubject[] = [
  {
    operation: 'webhooks.create',
    // The webhook and the workspace's count of them.
    target: writeTarget(2, 0),
    async prepare(bench, workspaceId) {
      // From here on this container holds the workspace's data key.
      await seedWebhook(bench, workspaceId, receiver);

      return { body: { url: 'https://receiver.example/second', events: ['email.sent'] } };
    },
  },
  {
    operation: 'webhooks.list',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      for (let position = 0; position < 30; position++) await seedWebhook(bench, workspaceId, receiver);

      return {};
    },
  },
  {
    // The webhook and the workspace's count of them.
    operation: 'webhooks.delete',
    target: writeTarget(2, 0),
    prepare: aWebhook,
  },
  { operation: 'webhooks.rotate-secret', target: writeTarget(1, 0), prepare: aWebhook },
];
