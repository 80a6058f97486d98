import { EventKind } from '#lib/activity/event.ts';
import type { Operation, Parameter, PathItem, Schema } from '#lib/docs/openapi-document.ts';
import type { Examples } from './examples.ts';
import { describeFields } from './fields.ts';
import { refTo } from './json-schema.ts';
import { toPascalCase } from './named-schemas.ts';
import { deliveryHeaders, eventMeanings, webhookEventsTag } from './prose/webhooks.ts';
import { strictObject } from './responses.ts';

export const eventKinds: readonly EventKind[] = EventKind.options;

/** `EmailSentEvent` is the body of a delivery of `email.sent`. */
function payloadName(kind: EventKind): string {
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
        event: { type: 'string', const: kind },
        timestamp: { ...timestamp, description: 'When it happened.' },
        data: describeFields(dataOf(kind), kind),
      }),
    ]),
  );
}

/** What subscribers receive: one entry per kind of event, with the payload and the headers of a delivery. */
export function describeWebhooks(examples: Examples): Record<string, PathItem> {
  return Object.fromEntries(eventKinds.map((kind) => [kind, { post: describeEvent(kind, examples) }]));
}

function describeEvent(kind: EventKind, examples: Examples): Operation {
  const schema = refTo(payloadName(kind));

  return {
    operationId: `on${toPascalCase(kind.replace('_', '.'))}`,
    summary: eventMeanings[kind],
    description: `${eventMeanings[kind]}. Sent to every enabled webhook that subscribed to \`${kind}\`.`,
    tags: [webhookEventsTag],
    // The signature takes the place of a credential.
    security: [],
    parameters: Object.entries(deliveryHeaders).map(([name, header]) => toParameter(name, header, kind)),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: examples.of(schema) } },
    },
    responses: {
      '2XX': { description: 'Received; the delivery is done.' },
      '4XX': { description: 'Not received; it is tried again, five attempts in all.' },
      '5XX': { description: 'Not received; it is tried again, five attempts in all.' },
    },
  };
}

function toParameter(
  name: string,
  { description, example }: { readonly description: string; readonly example: string },
  kind: EventKind,
): Parameter {
  return {
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string', maxLength: 500 },
    example: name === 'X-Webhook-Event' ? kind : example,
  };
}
