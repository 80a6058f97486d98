import { SQSClient } from '@aws-sdk/client-sqs';
import { expect, onTestFinished, test } from 'vitest';
import { type DeliveryOptions, deliverToTarget } from '../../infra/local/deliver.ts';
import { createPool } from './support/function-pool.ts';

const target = { arn: 'arn:aws:lambda:eu-west-1:000000000000:function:FnThingsDo', input: '{}' };

/** Delivers the invocations of schedules to a function with this code. */
function deliverTo(code: string) {
  const { pool } = createPool(code);
  const sqs = new SQSClient({ region: 'eu-west-1' });
  onTestFinished(() => sqs.destroy());
  const options: DeliveryOptions = {
    sqs,
    queueUrls: new Map(),
    invoke: (_, event) => pool.invoke(event),
    onUnknownTarget: () => undefined,
  };

  return { deliver: () => deliverToTarget(target, options), stop: () => pool.stop(0) };
}

test('a schedule is not retried if its function fails with an error of any name', async () => {
  const { deliver } = deliverTo(`export const handler = async () => {
    throw Object.assign(new Error('the service is not available'), { name: 'ServiceException' });
  };`);

  await expect(deliver()).resolves.toBeUndefined();
});

test('a schedule is retried if the stack was stopping before its function was invoked', async () => {
  const { deliver, stop } = deliverTo('export const handler = async () => {};');
  await stop();

  await expect(deliver()).rejects.toThrow('The local stack is stopping');
});
