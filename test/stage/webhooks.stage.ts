import { expect, test } from 'vitest';
import { bodyOf } from '../support/answer.ts';
import { useStage } from './support/use-stage.ts';

const { api, runId, webhookUrl } = useStage();

test('a webhook with an invalid URL is refused', async () => {
  const body = { url: 'ftp://stage-test.example/', events: ['contact.created'], description: runId };
  const refused = await api.POST('/webhooks', { body: Object(body) });

  expect(refused.response.status).toBe(422);
  expect(refused.error?.error).toMatchObject({ details: [{ path: 'url' }] });
});

test.runIf(webhookUrl)('a webhook is created, receives a test delivery, and is deleted', async () => {
  // An event type that these tests never cause: the receiver gets only the test delivery.
  const body = { url: webhookUrl ?? '', events: ['email.bounced' as const], description: runId };
  const { id, secret } = bodyOf(await api.POST('/webhooks', { body }));
  const params = { path: { id } };

  expect(secret.length).toBeGreaterThan(20);
  expect(bodyOf(await api.POST('/webhooks/{id}/test', { params }))).toMatchObject({ isDelivered: true });
  expect((await api.DELETE('/webhooks/{id}', { params })).response.status).toBe(204);
});
