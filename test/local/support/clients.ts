import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

interface Running {
  readonly report: {
    readonly controlUrl: string;
    readonly tableName: string;
    readonly endpoints: { readonly dynamodb: string; readonly sqs: string };
    readonly environment: Readonly<Record<string, string>>;
  };
}

const Status = z.object({
  now: z.string(),
  queues: z.record(z.string(), z.object({ ready: z.number(), delayed: z.number(), inFlight: z.number() })),
  schedules: z.object({ pending: z.number(), nextDueAt: z.nullable(z.string()) }),
});

export async function putItem({ report }: Running, pk: string, sk: string): Promise<void> {
  const client = new DynamoDBClient({
    region: 'us-east-1',
    endpoint: report.endpoints.dynamodb,
    credentials,
  });
  await client.send(
    new PutItemCommand({ TableName: report.tableName, Item: { pk: { S: pk }, sk: { S: sk } } }),
  );
  client.destroy();
}

export async function sendMessage({ report }: Running, body: string, delaySeconds = 0): Promise<void> {
  const client = new SQSClient({ region: 'us-east-1', endpoint: report.endpoints.sqs, credentials });
  await client.send(
    new SendMessageCommand({
      QueueUrl: report.environment['JOBS_QUEUE_URL'],
      MessageBody: body,
      DelaySeconds: delaySeconds,
    }),
  );
  client.destroy();
}

export async function readStackStatus({ report }: Running) {
  return z.parse(Status, await (await fetch(`${report.controlUrl}/status`)).json());
}

/** @returns the stack's new time. */
export async function advanceClock({ report }: Running, advanceMs: number): Promise<number> {
  const response = await fetch(`${report.controlUrl}/clock`, {
    method: 'POST',
    body: JSON.stringify({ advanceMs }),
  });
  const { now } = z.parse(z.object({ now: z.string() }), await response.json());

  return Date.parse(now);
}
