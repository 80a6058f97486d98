import type { DocumentedOperation, PathItem, Schema } from '#lib/docs/openapi-document.ts';
import { type DeliveredKind, eventKinds } from '#lib/values/event-kind.ts';
import { changesOf } from './emitters.ts';
import { describeFields } from './fields.ts';
import { openObject, refTo } from './json-schema.ts';
import { toPascalCase } from './named-schemas.ts';
import { deliveryHeaders, eventSummaries, webhookEventsTag } from './prose/webhooks.ts';
import { sampleOfEvent } from './samples.ts';

/** All event types that a webhook can receive: the types that it can subscribe to, and the test event. */
export const deliveredKinds: readonly DeliveredKind[] = [...eventKinds, 'webhook.test'];

/** `EmailSentEvent` is the body of a delivery of `email.sent`. */
export function payloadName(kind: DeliveredKind): string {
  return `${toPascalCase(kind)}Event`;
}

/** The body of a delivery of each event type. @param dataOf the schema of the `data` of an event type */
export function payloadSchemas(
  dataOf: (kind: DeliveredKind) => Schema,
  timestamp: Schema,
): Record<string, Schema> {
  return Object.fromEntries(
    deliveredKinds.map((kind) => [
      payloadName(kind),
      openObject({
        event: { type: 'string', const: kind, description: 'The event type.' },
        timestamp: { ...timestamp, description: 'Time of the event.' },
        data: {
          ...describeFields(dataOf(kind), `${payloadName(kind)}.data`),
          description: 'The resources and details of the event.',
        },
      }),
    ]),
  );
}

/** One entry per event type, with the payload and the headers of a delivery. */
export function describeWebhooks(): Record<string, PathItem> {
  return Object.fromEntries(deliveredKinds.map((kind) => [kind, { post: describeEvent(kind) }]));
}

function describeEvent(kind: DeliveredKind): DocumentedOperation {
  const failureText =
    kind === 'webhook.test'
      ? 'Not received; the test is not retried.'
      : 'Not received; the delivery is retried, up to five attempts in total.';
  const schema = refTo(payloadName(kind));
  const example = sampleOfEvent(kind);

  return {
    operationId: `on${toPascalCase(kind)}`,
    summary: eventSummaries[kind],
    description: `${eventSummaries[kind]}.\n\n${emissionText(kind)}`,
    tags: [webhookEventsTag],
    // Deliveries are authenticated by their signature.
    security: [],
    parameters: deliveryHeaders(kind, JSON.stringify(example)).map(
      ({ name, description, example: value }) => ({
        name,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string', maxLength: 500 },
        example: value,
      }),
    ),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example } },
    },
    responses: {
      '2XX': { description: 'Received; the delivery is complete.' },
      '4XX': { description: failureText },
      '5XX': { description: failureText },
    },
  };
}

function emissionText(kind: DeliveredKind): string {
  if (kind === 'webhook.test') {
    return 'Sent by `POST /webhooks/{id}/test` to that webhook only, regardless of its subscriptions. `GET /activity` does not list it.';
  }
  const changes = changesOf(kind).map((change) => `- ${change}`);

  return `Sent to every enabled webhook that subscribed to \`${kind}\`, after each of these changes:\n\n${changes.join('\n')}`;
}
