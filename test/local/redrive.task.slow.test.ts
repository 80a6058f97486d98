import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { queueNames } from '#lib/values/queues.ts';
import { admin } from './support/admin-command.ts';

const arn = 'arn:aws:sqs:eu-west-1:111122223333:ticks-dead';
const task = (Status: string, more: object = {}) => ({ Results: [{ Status, ...more }] });

test('if SQS supports move tasks, the command starts one and waits for it', async () => {
  const sqs = await startScripted([{ Results: [] }, task('RUNNING'), task('COMPLETED', moved(7))]);

  expect(await sqs.redrive('--max-per-second', '10')).toEqual({ queue: 'ticks', moved: 7, left: 2 });
  expect(sqs.started).toEqual([{ SourceArn: arn, MaxNumberOfMessagesPerSecond: 10 }]);
}, 30_000);

test('a running move task is followed, and no second one is started', async () => {
  const sqs = await startScripted([task('RUNNING'), task('RUNNING'), task('COMPLETED', moved(3))]);

  expect(await sqs.redrive()).toEqual({ queue: 'ticks', moved: 3, left: 2 });
  expect(sqs.started).toEqual([]);
}, 30_000);

test('a failed move task is an error with its reason', async () => {
  const sqs = await startScripted([task('COMPLETED'), task('FAILED', { FailureReason: 'AccessDenied' })]);

  expect(await sqs.redrive()).toBe('SQS failed to move the messages: AccessDenied\n');
  expect(sqs.started).toEqual([{ SourceArn: arn }]);
}, 30_000);

const moved = (ApproximateNumberOfMessagesMoved: number) => ({ ApproximateNumberOfMessagesMoved });

/** An SQS with move tasks, as the command uses it; the local engine has no move tasks. */
async function startScripted(tasks: readonly object[]) {
  const script = tasks.values();
  const started: unknown[] = [];
  const server = createServer(async (request, response) => {
    const url = `http://${request.headers.host}/ticks`;
    const depths = ['', 'Delayed', 'NotVisible'].map(
      (kind, position) => [`ApproximateNumberOfMessages${kind}`, position === 0 ? '2' : '0'] as const,
    );
    const policy = JSON.stringify({ deadLetterTargetArn: arn, maxReceiveCount: 5 });
    const input = await json(request);
    const answers: Record<string, () => object> = {
      GetQueueAttributes: () => ({ Attributes: { ...Object.fromEntries(depths), RedrivePolicy: policy } }),
      GetQueueUrl: () => ({ QueueUrl: `${url}-dead` }),
      ListMessageMoveTasks: () => script.next().value ?? {},
      StartMessageMoveTask: () => {
        started.push(input);
        return { TaskHandle: 'handle' };
      },
    };
    const action = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
    response.end(JSON.stringify(answers[action]?.()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = queueNames.map((name) => [`${name.toUpperCase()}_QUEUE_URL`, `${endpoint}/${name}`]);
  const variables = {
    ...Object.fromEntries(urls),
    TABLE_NAME: 'table',
    AWS_REGION: 'eu-west-1',
    AWS_ENDPOINT_URL_SQS: endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  };

  return {
    started,
    async redrive(...options: string[]): Promise<unknown> {
      const ended = await admin('', ['redrive', '--queue', 'ticks', ...options], variables);

      return ended.status === 0 ? JSON.parse(ended.output) : ended.errors;
    },
  };
}
