import {
  CreateQueueCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { expect, onTestFinished, test } from 'vitest';
import { moveMessages } from '../../infra/admin/move-messages.ts';
import { startSqs } from '../../infra/local/engines/sqs.ts';
import { credentials, movableClock, region, stopAfterTest, temporaryFolder } from './engines/support.ts';

const bodies = ['one', 'two', 'three'];

test('a move that dies before or after any call loses no message, and the next move finishes', async () => {
  const { connect, clock, twoQueues, readAll } = await startQueues();
  const survivingClient = connect();
  let calls = 0;

  for (const when of ['before', 'after'] as const) {
    for (let diesAt = 1; ; diesAt++) {
      const { from, to } = await twoQueues(survivingClient.client);
      const dyingClient = connect({ diesAt, when });
      const move = { from, to, count: bodies.length, maxPerSecond: undefined };
      const first = await moveMessages(dyingClient.client, move).catch(() => undefined);
      if (first !== undefined) break;
      calls = Math.max(calls, diesAt);
      clock.advanceSeconds(31);
      await moveMessages(survivingClient.client, move);

      const moved = await readAll(survivingClient.client, to);
      expect(new Set(moved.map(({ Body }) => Body)), `died ${when} call ${diesAt}`).toEqual(new Set(bodies));
      expect(moved.length).toBeLessThanOrEqual(2 * bodies.length);
      expect(await readAll(survivingClient.client, from)).toEqual([]);
    }
  }

  // One receive, then two calls per message.
  expect(calls).toBe(1 + 2 * bodies.length);
});

test('messages arrive unchanged, and at most the requested number is moved', async () => {
  const { connect, twoQueues, readAll } = await startQueues();
  const { client } = connect();
  const { from, to } = await twoQueues(client);
  const move = { from, to, count: 2, maxPerSecond: undefined };

  expect(await moveMessages(client, move)).toBe(2);
  const moved = await readAll(client, to);
  expect(moved).toHaveLength(2);
  expect(moved.map(({ MessageAttributes }) => MessageAttributes?.['trace']?.StringValue)).toEqual(['t', 't']);
  expect(await moveMessages(client, { ...move, count: 9 })).toBe(1);
});

interface Death {
  readonly diesAt: number;
  readonly when: 'before' | 'after';
}

async function startQueues() {
  const clock = movableClock();
  const { endpoint } = await stopAfterTest(startSqs({ dataFolder: temporaryFolder(), clock: clock.buffer }));
  let queues = 0;

  return {
    clock,
    /** A client. Its calls to SQS fail after its death. */
    connect({ diesAt, when }: Death = { diesAt: Number.POSITIVE_INFINITY, when: 'before' }) {
      const client = new SQSClient({ endpoint, region, credentials, maxAttempts: 1 });
      onTestFinished(() => client.destroy());
      let calls = 0;
      client.middlewareStack.add(
        (next) => async (input) => {
          calls += 1;
          const isLast = calls === diesAt;
          if (calls > diesAt || (isLast && when === 'before')) throw new Error('died');
          const answer = await next(input);
          if (isLast) throw new Error('died');

          return answer;
        },
        { step: 'initialize' },
      );

      return { client };
    },
    async twoQueues(client: SQSClient) {
      const create = async (QueueName: string) =>
        (await client.send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? '';
      const name = `queue-${queues++}`;
      const [from, to] = [await create(`${name}-dead`), await create(name)];
      const trace = { DataType: 'String', StringValue: 't' };
      for (const MessageBody of bodies) {
        const message = { QueueUrl: from, MessageBody };
        await client.send(new SendMessageCommand({ ...message, MessageAttributes: { trace } }));
      }

      return { from, to };
    },
    async readAll(client: SQSClient, QueueUrl: string): Promise<Message[]> {
      const all: Message[] = [];
      for (;;) {
        const { Messages = [] } = await client.send(
          new ReceiveMessageCommand({
            QueueUrl,
            MaxNumberOfMessages: 10,
            MessageAttributeNames: ['All'],
          }),
        );
        if (Messages.length === 0) return all;
        all.push(...Messages);
      }
    },
  };
}
