import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Contract } from '#lib/http/contract.ts';
import { parseInput } from '#lib/http/request.ts';
import type { DeliveredKind } from '#lib/values/event-kind.ts';

const samplesFolder = resolve(import.meta.dirname, '../../events');
const httpSamplesFolder = join(samplesFolder, 'http');

const Sample = z.object({
  headers: z.record(z.string(), z.string()),
  queryStringParameters: z.nullable(z.record(z.string(), z.string())),
  pathParameters: z.nullable(z.record(z.string(), z.string())),
  body: z.nullable(z.string()),
  isBase64Encoded: z.boolean(),
});

/** The sample request of an operation in `events/http`. A test checks it against the contract. */
export interface RequestSample {
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly contentType: string | undefined;
  /** The parsed value of a JSON body, the text of other bodies, or undefined without a body. */
  readonly body: unknown;
}

export function sampleOf(operation: string): RequestSample {
  const sample = Sample.parse(readEvent(operation));
  const contentType = Object.entries(sample.headers).find(
    ([name]) => name.toLowerCase() === 'content-type',
  )?.[1];

  return {
    query: sample.queryStringParameters ?? {},
    params: sample.pathParameters ?? {},
    contentType: sample.body === null ? undefined : contentType,
    body: readBody(sample, contentType),
  };
}

function readBody(
  { body, isBase64Encoded }: z.infer<typeof Sample>,
  contentType: string | undefined,
): unknown {
  if (body === null) return undefined;
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;

  return contentType === 'application/json' ? JSON.parse(text) : text;
}

/** The sample body of a delivery in `events/webhooks`. A test checks it against the schema of the event type. */
export function sampleOfEvent(kind: DeliveredKind): unknown {
  return JSON.parse(readFileSync(join(samplesFolder, `webhooks/${kind}.json`), 'utf8'));
}

/** Whether an operation rejects a request without a body, determined by the code that parses requests. */
export function needsBody(operation: string, definition: Contract): boolean {
  try {
    parseInput(definition, { ...readEvent(operation), headers: {}, body: null });

    return false;
  } catch {
    return true;
  }
}

function readEvent(operation: string): APIGatewayProxyEvent {
  const file = join(httpSamplesFolder, `${operation}.json`);
  if (!existsSync(file))
    throw new Error(`${operation} has no sample: events/http/${operation}.json is missing`);

  return JSON.parse(readFileSync(file, 'utf8'));
}
