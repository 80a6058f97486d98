import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSqs } from '../../../infra/local/engines/sqs.ts';
import { credentials, movableClock, region, spawnEngine, stopAfterTest, temporaryFolder } from './support.ts';

function queueOf(endpoint: string) {
  const client = new SQSClient({ endpoint, region, credentials });
  onTestFinished(() => client.destroy());
  const urlOf = async (QueueName: string) =>
    (await client.send(new GetQueueUrlCommand({ QueueName }))).QueueUrl ?? '';

  return {
    urlOf,
    create: async (QueueName: string, Attributes: Record<string, string> = {}) =>
      (await client.send(new CreateQueueCommand({ QueueName, Attributes }))).QueueUrl ?? '',
    async arn(name: string) {
      const input = { QueueUrl: await urlOf(name), AttributeNames: ['QueueArn' as const] };

      return (await client.send(new GetQueueAttributesCommand(input))).Attributes?.['QueueArn'] ?? '';
    },
    async send(name: string, MessageBody: string, DelaySeconds = 0, MessageGroupId?: string) {
      const QueueUrl = await urlOf(name);
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds, MessageGroupId }));
    },
    async receive(name: string): Promise<Message[]> {
      const command = new ReceiveMessageCommand({
        QueueUrl: await urlOf(name),
        MaxNumberOfMessages: 10,
        MessageSystemAttributeNames: ['ApproximateReceiveCount', 'MessageGroupId'],
      });

      return (await client.send(command)).Messages ?? [];
    },
    async release(name: string, message: Message | undefined, VisibilityTimeout = 0) {
      const input = { QueueUrl: await urlOf(name), ReceiptHandle: message?.ReceiptHandle, VisibilityTimeout };
      await client.send(new ChangeMessageVisibilityCommand(input));
    },
    async delete(name: string, message: Message | undefined) {
      const input = { QueueUrl: await urlOf(name), ReceiptHandle: message?.ReceiptHandle };
      await client.send(new DeleteMessageCommand(input));
    },
  };
}

const bodiesOf = (messages: Message[]) => messages.map(({ Body }) => Body);

test('a delayed message appears when the clock reaches its time, not before', async () => {
  const clock = movableClock();
  const sqs = await stopAfterTest(startSqs({ dataFolder: temporaryFolder(), clock: clock.buffer }));
  const queue = queueOf(sqs.endpoint);
  await queue.create('sends');
  await queue.send('sends', 'later', 900);

  clock.advanceSeconds(890);
  expect(await queue.receive('sends')).toEqual([]);
  expect(await sqs.queueDepths()).toEqual({ sends: { ready: 0, delayed: 1, inFlight: 0 } });
  clock.advanceSeconds(11);
  expect(await sqs.queueDepths()).toEqual({ sends: { ready: 1, delayed: 0, inFlight: 0 } });
  expect(bodiesOf(await queue.receive('sends'))).toEqual(['later']);
  expect(await sqs.queueDepths()).toEqual({ sends: { ready: 0, delayed: 0, inFlight: 1 } });
});

test('a received message becomes visible again when the moved clock passes its visibility timeout', async () => {
  const clock = movableClock();
  const sqs = await stopAfterTest(startSqs({ dataFolder: temporaryFolder(), clock: clock.buffer }));
  const queue = queueOf(sqs.endpoint);
  await queue.create('sends', { VisibilityTimeout: '600' });
  await queue.send('sends', 'again');
  await queue.receive('sends');

  clock.advanceSeconds(590);
  expect(await queue.receive('sends')).toEqual([]);
  clock.advanceSeconds(11);
  expect(bodiesOf(await queue.receive('sends'))).toEqual(['again']);
});

test('messages, delays and visibility timeouts survive kill -9, and queue URLs have the new port', async () => {
  const folder = temporaryFolder();
  const killed = await spawnEngine('sqs', folder);
  const before = queueOf(killed.endpoint);
  await before.create('sends', { VisibilityTimeout: '300' });
  await before.send('sends', 'in flight');
  await before.receive('sends');
  await before.send('sends', 'deleted');
  await before.delete('sends', (await before.receive('sends'))[0]);
  await before.send('sends', 'ready');
  await before.send('sends', 'delayed', 600);
  await killed.kill();

  const clock = movableClock();
  const sqs = await stopAfterTest(startSqs({ dataFolder: folder, clock: clock.buffer }));
  const after = queueOf(sqs.endpoint);

  expect(await after.urlOf('sends')).toBe(`${sqs.endpoint}/000000000000/sends`);
  expect(await sqs.queueDepths()).toEqual({ sends: { ready: 1, delayed: 1, inFlight: 1 } });
  expect(bodiesOf(await after.receive('sends'))).toEqual(['ready']);
  clock.advanceSeconds(301);
  expect(bodiesOf(await after.receive('sends')).toSorted()).toEqual(['in flight', 'ready']);
  clock.advanceSeconds(300);
  expect(bodiesOf(await after.receive('sends'))).toContain('delayed');
});

test('changes after a restart survive the next restart', async () => {
  const dataFolder = temporaryFolder();
  const first = await startSqs({ dataFolder });
  await queueOf(first.endpoint).create('sends');
  await queueOf(first.endpoint).send('sends', 'old');
  await first.stop();
  const second = await startSqs({ dataFolder });
  const queue = queueOf(second.endpoint);
  await queue.delete('sends', (await queue.receive('sends'))[0]);
  await queue.send('sends', 'new');
  await second.stop();

  const third = await stopAfterTest(startSqs({ dataFolder }));

  expect(bodiesOf(await queueOf(third.endpoint).receive('sends'))).toEqual(['new']);
});

test('a message received too often moves to the dead-letter queue', async () => {
  const sqs = await stopAfterTest(startSqs({ dataFolder: temporaryFolder() }));
  const queue = queueOf(sqs.endpoint);
  await queue.create('sends-dead');
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: await queue.arn('sends-dead'),
    maxReceiveCount: 2,
  });
  await queue.create('sends', { VisibilityTimeout: '0', RedrivePolicy });
  await queue.send('sends', 'poison');

  expect(bodiesOf(await queue.receive('sends'))).toEqual(['poison']);
  expect(bodiesOf(await queue.receive('sends'))).toEqual(['poison']);
  expect(await queue.receive('sends')).toEqual([]);
  expect(bodiesOf(await queue.receive('sends-dead'))).toEqual(['poison']);
});

test('a message with its visibility timeout set to 0 is visible immediately, keeps its receive count and survives a restart', async () => {
  const dataFolder = temporaryFolder();
  const first = await startSqs({ dataFolder });
  const queue = queueOf(first.endpoint);
  await queue.create('sends');
  await queue.send('sends', 'back');
  await queue.release('sends', (await queue.receive('sends'))[0]);
  const [second] = await queue.receive('sends');
  expect(second?.Attributes?.['ApproximateReceiveCount']).toBe('2');
  await queue.release('sends', second);
  await first.stop();

  const sqs = await stopAfterTest(startSqs({ dataFolder }));
  const [third] = await queueOf(sqs.endpoint).receive('sends');

  expect(third?.Attributes?.['ApproximateReceiveCount']).toBe('3');
});

test('only the loopback address is bound, and the error for a taken port names the port', async () => {
  const sqs = await stopAfterTest(startSqs({ dataFolder: temporaryFolder() }));
  const { port } = new URL(sqs.endpoint);

  await expect(fetch(`http://127.0.0.1:${port}/health`)).resolves.toMatchObject({ status: 200 });
  await expect(fetch(`http://127.0.0.2:${port}/health`)).rejects.toThrow();
  await expect(startSqs({ dataFolder: temporaryFolder(), port: Number(port) })).rejects.toThrow(
    `SQS cannot listen on 127.0.0.1:${port}`,
  );
});

describe('a fair queue', () => {
  const fill = async (queue: ReturnType<typeof queueOf>, group: string, count: number) => {
    for (let sent = 0; sent < count; sent++) await queue.send('sends', `${group} ${sent}`, 0, group);
  };

  test('a received message has its message group, also after a restart', async () => {
    const dataFolder = temporaryFolder();
    const first = await startSqs({ dataFolder });
    await queueOf(first.endpoint).create('sends');
    await fill(queueOf(first.endpoint), 'a', 1);
    await first.stop();
    const sqs = await stopAfterTest(startSqs({ dataFolder }));
    const [message] = await queueOf(sqs.endpoint).receive('sends');

    expect(message?.Attributes?.['MessageGroupId']).toBe('a');
  });

  test('a quiet group is served before the backlog of a group with more than a tenth of the messages in flight', async () => {
    const sqs = await stopAfterTest(startSqs({ dataFolder: temporaryFolder() }));
    const queue = queueOf(sqs.endpoint);
    await queue.create('sends');
    await fill(queue, 'noisy', 40);
    await queue.receive('sends');
    await fill(queue, 'quiet', 1);

    expect(bodiesOf(await queue.receive('sends'))).toContain('quiet 0');
  });

  test('of several noisy groups, the group with the fewest messages in flight is served first', async () => {
    const sqs = await stopAfterTest(startSqs({ dataFolder: temporaryFolder() }));
    const queue = queueOf(sqs.endpoint);
    await queue.create('sends');
    await fill(queue, 'large', 40);
    await queue.receive('sends');
    await fill(queue, 'small', 10);

    const bodies = bodiesOf(await queue.receive('sends'));

    expect(bodies.filter((body) => body?.startsWith('small'))).toHaveLength(10);
  });

  test('the oldest message is first while no group is noisy', async () => {
    const sqs = await stopAfterTest(startSqs({ dataFolder: temporaryFolder() }));
    const queue = queueOf(sqs.endpoint);
    await queue.create('sends');
    await fill(queue, 'a', 1);
    await fill(queue, 'b', 1);
    await queue.send('sends', 'without a group');

    expect(bodiesOf(await queue.receive('sends'))).toEqual(['a 0', 'b 0', 'without a group']);
  });
});
