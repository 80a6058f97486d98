import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { newId } from '#lib/values/ids.ts';
import { portOf } from '../../../infra/local/engines/loopback.ts';
import { waitUntil } from '../../local/support/folder.ts';

const requestsMax = 5;

test('a large send has at most five requests in flight and sends all messages', async () => {
  const held = await startHoldingQueue();
  const message = {
    workspaceId: newId('wsp', Date.now()),
    campaignId: newId('cmp', Date.now()),
    jobId: newId('job', Date.now()),
  };
  const messages = Array.from({ length: 120 }, () => ({ message }));
  let isSent = false;
  const sent = sqsQueue('jobs')
    .send(messages)
    .then(() => {
      isSent = true;
    });

  await waitUntil(() => held.waiting.length === requestsMax);
  await waitUntil(() => {
    // One response at a time, so that a sixth request would be detected.
    held.waiting.shift()?.end('{"Successful":[],"Failed":[]}');

    return isSent;
  });
  await sent;

  expect(held.most()).toBe(requestsMax);
  expect(held.received()).toBe(120);
});

/** A fake SQS server that holds each request until the test responds. */
async function startHoldingQueue() {
  const waiting: ServerResponse[] = [];
  let [most, received] = [0, 0];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { readonly Entries: readonly unknown[] };
    received += body.Entries.length;
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    waiting.push(response);
    most = Math.max(most, waiting.length);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${portOf(server.address())}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SQS: endpoint,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    JOBS_QUEUE_URL: `${endpoint}/000000000000/jobs`,
  });

  return { waiting, most: () => most, received: () => received };
}
