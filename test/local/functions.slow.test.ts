import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { type FunctionPool, threadsPerFunctionMax } from '../../infra/local/lambda/function-pool.ts';
import { readRecords, waitUntil } from './support/folder.ts';
import { createPool } from './support/function-pool.ts';

test('a function’s environment has its own and Lambda’s variables, and none of the stack’s process', async () => {
  const { invoke } = createPool('export const handler = async () => process.env;');

  const result = await invoke({});

  expect(result).toMatchObject({
    kind: 'answer',
    payload: {
      TABLE_NAME: 'Table',
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'things.do',
      AWS_ENDPOINT_URL_DYNAMODB: 'http://d',
      AWS_LAMBDA_FUNCTION_NAME: 'FnThingsDo',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    },
  });
  expect(
    z.parse(z.object({ payload: z.record(z.string(), z.unknown()) }), result).payload,
  ).not.toHaveProperty('PATH');
});

test('a function that times out is killed, and the next event gets a new thread', async () => {
  const { invoke } = createPool(`
    let calls = 0;
    export const handler = async ({ spin }) => {
      calls += 1;
      while (spin) {}
      return calls;
    };`);

  expect(await invoke({})).toEqual({ kind: 'answer', payload: 1 });
  expect(await invoke({ spin: true })).toMatchObject({
    kind: 'error',
    error: { errorType: 'Sandbox.Timedout', errorMessage: 'Task timed out after 1.00 seconds' },
  });
  expect(await invoke({})).toEqual({ kind: 'answer', payload: 1 });
});

test('an exception in a handler is a function error, and the function keeps its state', async () => {
  const { invoke } = createPool(`
    let calls = 0;
    export const handler = async ({ fails }) => {
      calls += 1;
      if (fails) throw new RangeError('as asked');
      return calls;
    };`);

  expect(await invoke({ fails: true })).toMatchObject({
    kind: 'error',
    error: { errorType: 'RangeError', errorMessage: 'as asked' },
  });
  expect(await invoke({})).toEqual({ kind: 'answer', payload: 2 });
});

test.for([
  ['leaves the process', 'process.exit(3)'],
  [
    'throws outside its promise',
    'setTimeout(() => { throw new Error("stray"); }); await new Promise(() => {});',
  ],
  ['has an unhandled rejection', 'Promise.reject(new Error("stray")); await new Promise(() => {});'],
])('a function that %s is a function error, and the next event gets a new thread', async ([, line]) => {
  const { invoke } = createPool(
    `export const handler = async ({ crash }) => { if (crash) { ${line} } return 'fine'; };`,
  );

  expect(await invoke({ crash: true })).toMatchObject({
    kind: 'error',
    error: { errorType: 'Runtime.ExitError' },
  });
  expect(await invoke({})).toEqual({ kind: 'answer', payload: 'fine' });
});

test('a function with a module that does not load returns an error for each event', async () => {
  const { invoke } = createPool('throw new Error("no start"); export const handler = async () => 1;');

  expect(await invoke({})).toMatchObject({ kind: 'error', error: { errorMessage: 'no start' } });
  expect(await invoke({})).toMatchObject({ kind: 'error', error: { errorMessage: 'no start' } });
});

/** https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html#runtimes-lifecycle-ib */
test('a function that needs more than 10 seconds for its init still processes its first event', {
  timeout: 60_000,
}, async () => {
  const code = `
    await new Promise((resolve) => setTimeout(resolve, 10_300));
    export const handler = async () => 'done';`;
  const { invoke } = createPool(code, { timeoutSeconds: 30 });

  expect(await invoke({})).toEqual({ kind: 'answer', payload: 'done' });
});

test('a function with an endless init times out', { timeout: 60_000 }, async () => {
  const { invoke } = createPool('await new Promise((resolve) => setTimeout(resolve, 60_000));');

  expect(await invoke({})).toMatchObject({
    kind: 'error',
    error: { errorMessage: 'Task timed out after 1.00 seconds' },
  });
});

const slowThreadHandler = `
  import { threadId } from 'node:worker_threads';
  let running = 0;
  export const handler = async () => {
    running += 1;
    await new Promise((resolve) => setTimeout(resolve, 30));
    const together = running;
    running -= 1;
    return { threadId, together };
  };`;

test('a thread processes one event at a time; more events than threads wait', async () => {
  const { invoke } = createPool(slowThreadHandler);

  const answers = await invokeTogether(invoke, 12);

  expect(answers.map(({ together }) => together)).toEqual(Array.from({ length: 12 }, () => 1));
  expect(new Set(answers.map(({ threadId }) => threadId)).size).toBeLessThanOrEqual(threadsPerFunctionMax);
});

test.for([
  { which: 'stay warm for the next burst', warmMs: 60_000, started: 12 },
  { which: 'end after the idle time', warmMs: 0, started: 12 + 12 },
])('a burst’s threads $which', async ({ warmMs, started }) => {
  const { invoke } = createPool(slowThreadHandler, { threadsMax: 12, warmMs });
  const first = await invokeTogether(invoke, 12);
  if (warmMs === 0) await pause(1);
  const second = await invokeTogether(invoke, 12);

  expect(new Set(first.map(({ threadId }) => threadId)).size).toBe(12);
  expect(new Set([...first, ...second].map(({ threadId }) => threadId)).size).toBe(started);
});

test('a computing invocation counts as load, a waiting one does not', async () => {
  const { invoke, pool } = createPool(`
    export const handler = async ({ waits }) => {
      const end = performance.now() + 600;
      if (waits) await new Promise((resolve) => setTimeout(resolve, 600));
      else while (performance.now() < end);
    };`);
  await invoke({ waits: true });
  const [waiting, working] = [invoke({ waits: true }), invoke({ waits: false })];

  await waitUntil(() => pool.load() > 0.5 && pool.load() < 1.2);
  await Promise.all([waiting, working]);
  expect(pool.load()).toBe(0);
});

test('moving the shared clock changes a running function’s time, but not its remaining timeout', async () => {
  const { invoke, clock } = createPool(`
    const born = Date.now();
    export const handler = async (_event, context) =>
      ({ born, now: Date.now(), date: +new Date(), left: context.getRemainingTimeInMillis(), fixed: +new Date(5) });`);
  const Answer = z.object({
    payload: z.object({
      born: z.number(),
      now: z.number(),
      date: z.number(),
      left: z.number(),
      fixed: z.number(),
    }),
  });
  await invoke({});
  new BigInt64Array(clock)[0] = 86_400_000n;

  const { payload } = z.parse(Answer, await invoke({}));

  expect(payload.now - payload.born).toBeGreaterThanOrEqual(86_400_000);
  expect(payload.date - payload.born).toBeGreaterThanOrEqual(86_400_000);
  expect(payload.left).toBeGreaterThan(0);
  expect(payload.left).toBeLessThanOrEqual(1_000);
  expect(payload.fixed).toBe(5);
});

test('each line of a function’s output is one JSON object in the log', async () => {
  const { invoke, logFile } = createPool(`
    export const handler = async () => { console.log(JSON.stringify({ level: 'INFO' })); console.error('plain'); };`);

  await invoke({});
  await waitUntil(() => readRecords(logFile).length === 2);

  expect(readRecords(logFile)).toEqual(
    expect.arrayContaining([{ level: 'INFO' }, { operation: 'things.do', text: 'plain' }]),
  );
});

test('a pool that stops waits for the running invocation', async () => {
  const { invoke, pool } = createPool(
    `export const handler = async () => { await new Promise((resolve) => setTimeout(resolve, 200)); return 'done'; };`,
  );
  await invoke({});
  const running = invoke({});

  await pool.stop(2_000);

  expect(await running).toEqual({ kind: 'answer', payload: 'done' });
  expect(await invoke({})).toMatchObject({ kind: 'refused' });
});

async function invokeTogether(invoke: FunctionPool['invoke'], count: number) {
  const results = await Promise.all(Array.from({ length: count }, () => invoke({})));

  return results.map(
    (result) =>
      z.parse(z.object({ payload: z.object({ threadId: z.number(), together: z.number() }) }), result)
        .payload,
  );
}

test('all events that wait for a thread end when the stack stops', async () => {
  const { invoke, pool } = createPool('export const handler = () => new Promise(() => {});', {
    threadsMax: 1,
    timeoutSeconds: 30,
  });
  const events = Array.from({ length: 4 }, () => invoke({}));
  await pool.stop(0);
  const results = await Promise.all(events);

  expect(results.filter(({ kind }) => kind === 'refused')).toHaveLength(3);
});
