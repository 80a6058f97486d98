import type { OpenApiDocument, Schema } from '#lib/docs/openapi-document.ts';
import { type EventKind, eventKinds } from '#lib/values/event-kind.ts';
import { emittersOf, eventTableText } from './emitters.ts';
import { refName } from './json-schema.ts';
import { markdownTable } from './markdown.ts';
import { eventSummaries } from './prose/webhooks.ts';
import { payloadName } from './webhooks.ts';

const preface = `# Events

The service emits ${eventKinds.length} types of events. It sends them to webhooks and lists them in \`GET /activity\`. Each event is committed in the
transaction of the change that causes it. The body of a delivery is \`{"event", "timestamp", "data"}\`; [webhooks](webhooks) has an
example of each type. Payloads are open: fields may be added. \`demo\` has the file of \`npm run demo\`. The other folders have the inputs of the
functions, for tests; \`npm run invoke\` sends those in \`http\` and \`sqs\`.

\`npm run openapi\` generates this page from \`infra/openapi/prose/event-table.ts\` and the schemas in \`lib/activity/event-data.ts\`. A test
makes every change with each of its operations and compares the events.
`;

/** The text of `events/README.md`: each event, the changes that emit it, and its data. */
export function describeEvents({ components }: OpenApiDocument): string {
  const rows = eventKinds.map((kind) => {
    const { $ref = '' } = components.schemas[payloadName(kind)]?.properties?.['data'] ?? {};
    const fields = components.schemas[refName($ref)]?.properties ?? {};

    return [eventCell(kind), emittersOf(kind).join('<br>'), dataCell(fields, components.schemas)];
  });
  const table = markdownTable(['Event', 'Emitted when', 'Data'], rows);

  return `${preface}\n${eventTableText()}\n\n${table}\n`;
}

function eventCell(kind: EventKind): string {
  return `[\`${kind}\`](webhooks/${kind}.json)<br>${eventSummaries[kind]}`;
}

type Schemas = Readonly<Record<string, Schema>>;

function dataCell(fields: Schemas, schemas: Schemas): string {
  return Object.entries(fields)
    .map(([name, field]) => `\`${name}\` ${typeText(field, schemas)}: ${field.description}`)
    .join('<br>');
}

function typeText(schema: Schema, schemas: Schemas): string {
  const { $ref, anyOf, type, pattern, format, items, additionalProperties } = schema;
  if ($ref !== undefined) return typeText(schemas[refName($ref)] ?? {}, schemas);
  if (anyOf) return anyOf.map((option) => typeText(option, schemas)).join(' or ');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(' or ');
  if (items) return `list of ${typeText(items, schemas)}`;
  if (typeof additionalProperties === 'object') return `map of ${typeText(additionalProperties, schemas)}`;
  const prefix = /^\^([a-z]+_)/.exec(pattern ?? '')?.[1];
  if (prefix !== undefined) return `id \`${prefix}…\``;

  return format === 'date-time' ? 'time' : [type].flat().join(' or ');
}
