import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { writeTarget } from '../support/figures.ts';
import { seedWebhook } from '../support/fixtures.ts';

export const webhookSubjects: readonly EndpointSubject[] = [
  {
    operation: 'webhooks.create',
    // The webhook and the workspace's count of them.
    target: writeTarget(2, 0),
    async prepare(bench, workspaceId) {
      // From here on this container holds the workspace's data key.
      await seedWebhook(bench, workspaceId, 'https://receiver.example/first');

      return { body: { url: 'https://receiver.example/second', events: ['email.sent'] } };
    },
  },
];
