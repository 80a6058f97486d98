import { EventKind } from '#lib/activity/event.ts';
import type { Operation, PathItem, Schema } from '#lib/docs/openapi-document.ts';
import { describeEmitters } from './emitters.ts';
import { describeFields } from './fields.ts';
import { refTo } from './json-schema.ts';
import { toPascalCase } from './named-schemas.ts';
import { deliveryHeaders, eventMeanings, webhookEventsTag } from './prose/webhooks.ts';
import { strictObject } from './responses.ts';
import { sampleOfEvent } from './samples.ts';

export const eventKinds: readonly EventKind[] = EventKind.options;

/** `EmailSentEvent` is the body of a delivery of `email.sent`. */
export function payloadName(kind: EventKind): string {
  return `${toPascalCase(kind.replace('_', '.'))}Event`;
}

export function payloadSchemas(
  dataOf: (kind: EventKind) => Schema,
  timestamp: Schema,
): Record<string, Schema> {
  return Object.fromEntries(
    eventKinds.map((kind) => [
      payloadName(kind),
      strictObject({
        event: { type: 'string', const: kind, description: 'What happened.' },
        timestamp: { ...timestamp, description: 'When it happened.' },
        data: {
          ...describeFields(dataOf(kind), `${payloadName(kind)}.data`),
          description: 'Whom and what it is about.',
        },
      }),
    ]),
  );
}

/** What subscribers receive: one entry per kind of event, with the payload and the headers of a delivery. */
export function describeWebhooks(): Record<string, PathItem> {
  return Object.fromEntries(eventKinds.map((kind) => [kind, { post: describeEvent(kind) }]));
}

function describeEvent(kind: EventKind): Operation {
  const schema = refTo(payloadName(kind));
  const example = sampleOfEvent(kind);

  return {
    operationId: `on${toPascalCase(kind.replace('_', '.'))}`,
    summary: eventMeanings[kind],
    description: `${eventMeanings[kind]}. ${describeEmitters(kind)} Sent to every enabled webhook that subscribed to \`${kind}\`.`,
    tags: [webhookEventsTag],
    // The signature takes the place of a credential.
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
      '2XX': { description: 'Received; the delivery is done.' },
      '4XX': { description: 'Not received; it is tried again, five attempts in all.' },
      '5XX': { description: 'Not received; it is tried again, five attempts in all.' },
    },
  };
}

/** The body of a delivery, byte for byte, as an example. */
export function exampleBody(kind: EventKind): string {
  return JSON.stringify(sampleOfEvent(kind));
}
