import { expect, test } from 'vitest';
import { startEchoGateway } from './support/echo-gateway.ts';
import { keysOfLambdaGo, recordedShape } from './support/recorded-event.ts';

async function event() {
  const gateway = await startEchoGateway();
  const headers = { 'User-Agent': 'tester', 'Content-Type': 'application/json' };
  await gateway.send('POST', '/things/1?name=me', headers, '{"a":1}').finally(() => gateway.stop());

  return gateway.events[0];
}

test('an event has exactly the keys and types of an event recorded on AWS', async () => {
  expect(shapeOf(await event())).toEqual(recordedShape);
});

test('without path parameters, query and body the keys are the same and their values are null', async () => {
  const gateway = await startEchoGateway();
  await gateway.send('GET', '/things').finally(() => gateway.stop());
  const absent = ['body', 'multiValueQueryStringParameters', 'pathParameters', 'queryStringParameters'];

  expect(shapeOf(gateway.events[0])).toEqual({
    ...recordedShape,
    ...Object.fromEntries(absent.map((name) => [name, 'null'])),
    requestContext: {
      ...recordedShape.requestContext,
      identity: { ...recordedShape.requestContext.identity, userAgent: 'null' },
    },
  });
});

test("an event has the keys of the example in AWS's own Go library", async () => {
  const found = await event();

  expect(Object.keys(found ?? {})).toEqual(expect.arrayContaining(keysOfLambdaGo.event));
  expect(Object.keys(found?.requestContext ?? {})).toEqual(
    expect.arrayContaining(keysOfLambdaGo.requestContext),
  );
  expect(Object.keys(found?.requestContext.identity ?? {})).toEqual(
    expect.arrayContaining(keysOfLambdaGo.identity),
  );
});

const maps = ['headers', 'queryStringParameters', 'pathParameters'];

/** Replaces values with their types. */
function shapeOf(value: unknown, name = ''): unknown {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  const values: unknown[] = Object.values(value);
  if (maps.includes(name)) return values.every((each) => typeof each === 'string') ? 'texts' : 'mixed';
  if (name.startsWith('multiValue')) return values.every((each) => Array.isArray(each)) ? 'lists' : 'mixed';

  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each, key)]));
}
