import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { fallback, routedEndpoints, workers } from '#lib/operations.ts';
import type { Item } from '#lib/storage/table.ts';
import { call, type TestReply, type TestRequest } from '../../support/call.ts';

const repositoryFolder = resolve(import.meta.dirname, '../../..');

export type EndpointRequest = Omit<TestRequest, 'method' | 'path'>;

/**
 * Calls an operation's exported handler with its contract's method and path.
 * @throws unless the response has
 * the expected status
 */
export async function callEndpoint(
  name: string,
  request: EndpointRequest,
  expectedStatus?: number,
): Promise<TestReply> {
  const operation = find([...routedEndpoints, fallback], name);
  const { method, path } = operation.definition;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter) => request.params?.[parameter] ?? '');
  const reply = await call(await load(operation.file), { ...request, method, path: filled });
  const isExpected = expectedStatus === undefined ? reply.status < 400 : reply.status === expectedStatus;
  if (!isExpected) throw new Error(`${name} returned ${reply.status}: ${reply.text}`);

  return reply;
}

const BatchAnswer = z.object({ batchItemFailures: z.array(z.unknown()) });

/** @throws when the message is returned to the queue. */
export async function deliverMessage(name: string, message: unknown): Promise<void> {
  const handler = await load(find(workers, name).file);
  const record = {
    messageId: randomUUID(),
    body: JSON.stringify(message),
    attributes: { ApproximateReceiveCount: '1' },
  };
  const { batchItemFailures } = BatchAnswer.parse(await handler({ Records: [record] }, context));
  if (batchItemFailures.length > 0) throw new Error(`${name} returned its message to the queue`);
}

/** Passes items to a stream consumer as one batch of inserts. */
export async function deliverInserts(name: string, items: readonly Item[]): Promise<void> {
  const handler = await load(find(workers, name).file);
  const records = items.map((item) => ({
    eventName: 'INSERT',
    dynamodb: { NewImage: marshall(item, { removeUndefinedValues: true }) },
  }));
  await handler({ Records: records }, context);
}

export async function runScheduled(name: string): Promise<void> {
  const handler = await load(find(workers, name).file);
  await handler({}, context);
}

const context = { getRemainingTimeInMillis: () => 25_000 };

// biome-ignore lint/suspicious/noExplicitAny: the module's exports are known by convention only
async function load(file: string): Promise<any> {
  const { handler } = await import(join(repositoryFolder, file));

  return handler;
}

function find<Found extends { readonly name: string }>(operations: readonly Found[], name: string): Found {
  const operation = operations.find((each) => each.name === name);
  if (!operation) throw new Error(`there is no ${name}`);

  return operation;
}
