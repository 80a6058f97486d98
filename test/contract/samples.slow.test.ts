import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyEvent, DynamoDBStreamEvent, ScheduledEvent, SQSEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { OutboxItem } from '#lib/commit/outbox-item.ts';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import type { Method } from '#lib/http/contract.ts';
import { parseInput } from '#lib/http/request.ts';
import { routedEndpoints, workers } from '#lib/operations.ts';
import { itemFromStream } from '#lib/storage/encoding.ts';
import { call } from '../support/call.ts';
import { useStack } from '../support/stack.ts';

const read = (file: string) => JSON.parse(readFileSync(`events/${file}.json`, 'utf8'));

describe.each(routedEndpoints)('sample of $name', ({ name, definition }) => {
  const event: APIGatewayProxyEvent = read(`http/${name}`);

  test('is a request that the contract accepts', () => {
    expect(() => parseInput(definition, event)).not.toThrow();
    expect(event).toMatchObject({
      httpMethod: definition.method,
      resource: definition.path,
      path: definition.path.replaceAll(/\{(\w+)\}/g, (_, name) => event.pathParameters?.[name] ?? ''),
      requestContext: { httpMethod: definition.method, resourcePath: definition.path },
    });
  });

  test('has the same single and multiple values, and no credential', () => {
    const multiple = (values: object | null) =>
      values && Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [value]]));

    expect(event.multiValueHeaders).toEqual(multiple(event.headers));
    expect(event.multiValueQueryStringParameters).toEqual(multiple(event.queryStringParameters));
    expect(event.headers['Authorization']).toBe(
      definition.auth === 'credential' ? 'Bearer <API_KEY>' : undefined,
    );
    expect(event.headers['Cookie']).toBe(
      definition.auth === 'session' ? '__Host-outreach_session=<SESSION>' : undefined,
    );
  });
});

/** Ids and tokens of samples are examples; all other requests of public endpoints need nothing that a stage may not have. */
const publicSamples = routedEndpoints.flatMap(({ name, file, definition: { auth, path } }) =>
  auth === 'none' && !/\{(id|token)\}/.test(path) ? [[name, file] as const] : [],
);

test.each(publicSamples)('events/http/%s.json requests something that exists', async (name, file) => {
  useStack();
  const { httpMethod, path, pathParameters, body }: APIGatewayProxyEvent = read(`http/${name}`);
  const { handler }: { handler: EndpointHandler } = await import(pathToFileURL(file).href);
  const { status } = await call(handler, {
    method: httpMethod as Method,
    path,
    ...(pathParameters && { params: pathParameters as Record<string, string> }),
    ...(body !== null && { body }),
  });

  expect(status).not.toBe(404);
});

const queues = workers.flatMap(({ name, definition }) =>
  definition.trigger === 'queue' ? [{ name, definition }] : [],
);

test.each(queues)('events/sqs/$name.json holds messages that its worker accepts', ({ name, definition }) => {
  const { Records }: SQSEvent = read(`sqs/${name}`);

  expect(Records.length).toBeGreaterThan(0);
  for (const { body, eventSourceARN } of Records) {
    expect(definition.message.safeParse(JSON.parse(body))).toMatchObject({ success: true });
    expect(eventSourceARN).toMatch(new RegExp(`-${definition.queue}$`));
  }
});

test('events/stream/events.publish.json holds an outbox item as the table’s stream carries it', () => {
  const { Records }: DynamoDBStreamEvent = read('stream/events.publish');
  const [worker] = workers.flatMap(({ definition }) => (definition.trigger === 'stream' ? [definition] : []));
  const items = Records.map(({ dynamodb }) => OutboxItem.parse(itemFromStream(dynamodb?.NewImage)));

  expect(items).toHaveLength(1);
  for (const { pk } of items) expect(worker && pk.startsWith(worker.pkPrefix)).toBe(true);
});

const scheduled = workers.flatMap(({ name, definition }) =>
  definition.trigger === 'schedule' ? [name] : [],
);

test.each(scheduled)('events/scheduler/%s.json has the default input of EventBridge Scheduler', (name) => {
  const event: ScheduledEvent = read(`scheduler/${name}`);

  expect(event).toMatchObject({
    source: 'aws.scheduler',
    'detail-type': 'Scheduled Event',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
});
