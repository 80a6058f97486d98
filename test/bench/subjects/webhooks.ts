import { commit } from '#lib/commit/commit.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { newId } from '#lib/values/ids.ts';
import { deliveryIdOf } from '#lib/webhooks/delivery/delivery-items.ts';
import { holdDelivery } from '#lib/webhooks/delivery/hold.ts';
import { planRotation } from '#lib/webhooks/rotate.ts';
import { acceptingUrl } from '../../support/accepting-endpoint.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { readTargets, writeTarget } from '../support/figures.ts';
import { fixedId, seedWebhook } from '../support/fixtures.ts';

const receiver = 'https://receiver.example/first';

const aWebhook: EndpointSubject['prepare'] = async (bench, workspaceId) => ({
  params: { id: await seedWebhook(bench, workspaceId, receiver) },
});

/** A webhook with held deliveries. @returns its id and the id of one delivery */
async function seedHeld(bench: Bench, workspaceId: string, count: number) {
  const webhookId = await seedWebhook(bench, workspaceId, receiver);
  const origin = { workspaceId, webhookId, subjectId: fixedId('con', 0), attempt: 1, dueAt: bench.now() };
  const ids = Array.from({ length: count }, () => newId('evt', bench.now()));
  for (const eventId of ids) await holdDelivery(bench.table, { ...origin, eventId }, 'email.sent', {});

  return { id: webhookId, deliveryId: deliveryIdOf(ids[0] ?? '') };
}

const countedChange =
  'the counter of changes in the same transaction lets the concurrent end of a user or key find the webhook; the caller is checked';

export const webhookSubjects: readonly EndpointSubject[] = [
  {
    operation: 'webhooks.create',
    // The webhook, the workspace's count of webhooks, the count of the day, and the check of the creator.
    target: writeTarget(4, 0),
    async prepare(bench, workspaceId) {
      // Afterwards the container has the workspace's data key.
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
    // The webhook, the workspace's count of webhooks, and the record of the deletion for later erasures.
    operation: 'webhooks.delete',
    target: writeTarget(3, 0),
    prepare: aWebhook,
  },
  { operation: 'webhooks.get', target: readTargets.one, prepare: aWebhook },
  {
    // The webhook and the check of the caller.
    operation: 'webhooks.update',
    why: countedChange,
    target: writeTarget(2, 0),
    prepare: async (bench, workspaceId) => ({
      ...(await aWebhook(bench, workspaceId)),
      body: { url: 'https://receiver.example/second', events: ['email.replied'] },
    }),
  },
  {
    // The webhook, its index entry in the worklist, and the message that releases held deliveries.
    operation: 'webhooks.enable',
    why: countedChange,
    target: writeTarget(2, 1),
    prepare: async (bench, workspaceId) => ({
      ...(await aWebhook(bench, workspaceId)),
      body: { replay: 'held' },
    }),
  },
  {
    operation: 'webhooks.list-deliveries',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      const { id } = await seedHeld(bench, workspaceId, 30);

      return { params: { id } };
    },
  },
  {
    // The webhook, its index entry in the worklist, the count of the day, and the message that reads the events.
    operation: 'webhooks.replay',
    why: 'the caller is checked in the transaction, because a replay sends events to the URL of the webhook',
    target: writeTarget(3, 1),
    prepare: async (bench, workspaceId) => ({
      ...(await aWebhook(bench, workspaceId)),
      body: { after: new Date(bench.now() - 3_600_000).toISOString() },
    }),
  },
  {
    // The delivery, and the message that sends it.
    operation: 'webhooks.resend',
    target: writeTarget(2, 0),
    why: 'the webhook is also read with strong consistency, because it may have been enabled immediately before',
    prepare: async (bench, workspaceId) => ({ params: await seedHeld(bench, workspaceId, 1) }),
  },
  {
    // It writes the in-flight limit (the window, the slot in flight and its release) and the audit entry.
    operation: 'webhooks.test',
    why: 'the key is reserved before the request is sent, so that concurrent requests with one key send only one; a waiting request counts as in flight',
    target: { roundTrips: 6, writeUnits: 6, readUnits: 1 },
    prepare: async (bench, workspaceId) => ({
      params: { id: await seedWebhook(bench, workspaceId, await acceptingUrl()) },
    }),
  },
  {
    operation: 'webhooks.rotate-secret',
    why: countedChange,
    target: writeTarget(2, 0),
    prepare: aWebhook,
  },
  {
    operation: 'webhooks.revoke-previous',
    target: writeTarget(1, 0),
    async prepare(bench, workspaceId) {
      const id = await seedWebhook(bench, workspaceId, receiver);
      const services = { ...bench, vault: kmsVault(bench) };
      await commit(
        bench,
        workspaceId,
        await planRotation(services, { workspaceId }, id, { gracePeriodSeconds: 60 }),
      );

      return { params: { id } };
    },
  },
];
