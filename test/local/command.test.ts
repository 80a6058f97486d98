import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { portOf } from '../../infra/local/engines/loopback.ts';
import { runNode, runStack, startKillableStack } from './support/killable-stack.ts';
import { stackTest as test } from './support/stack.ts';

const control = fileURLToPath(new URL('../../infra/local/control.ts', import.meta.url));

test('with --json standard output holds only the ready line, and SIGTERM ends the stack with status 0', async ({
  folder,
  onTestFinished,
}) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));

  expect(await stack.end('SIGTERM')).toBe(0);
  expect(stack.output().trimEnd().split('\n')).toHaveLength(1);
  await expect(fetch(stack.report.endpoints.dynamodb)).rejects.toThrow();
});

test('Ctrl-C, which also signals the engines, ends the stack with status 0', async ({
  folder,
  onTestFinished,
}) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));

  expect(await stack.interrupt()).toBe(0);
});

test('a second stack in the same folder exits with status 1 and one line', async ({
  folder,
  onTestFinished,
}) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));

  const PORT = new URL(stack.report.baseUrl).port;
  const second = await runStack(['--json', '--state', folder], { PORT });

  expect(second).toMatchObject({ status: 1, output: '' });
  expect(second.errors).toBe(
    `Another local stack is using ${folder}. Stop it, or choose another folder with --state.\n`,
  );
});

test('a taken port exits with status 1 and one line that says what to do', async ({
  folder,
  onTestFinished,
}) => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const port = portOf(server.address());

  const { status, errors } = await runStack(['--state', folder], { PORT: String(port) });

  expect(status).toBe(1);
  expect(errors).toMatch(new RegExp(`^The API cannot listen on 127.0.0.1:${port}.*PORT=0.*\\n$`));
});

test.for([['--unknown'], ['extra']])(
  'the invalid argument %s is reported with a hint at --help',
  async ([argument = ''], { folder }) => {
    const { status, errors } = await runStack(['--state', folder, argument]);

    expect(status).toBe(1);
    expect(errors).toMatch(new RegExp(`^error: .*${argument}.*\n.*npm start -- --help\n$`));
  },
);

test('the clock moves ahead, appears in the status, and can be reset', async ({ folder, onTestFinished }) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));
  const run = (...words: string[]) => runNode(control, [...words, '--state', folder]);
  const before = Date.now();
  const moved = await run('clock', '+3d');

  expect(moved).toMatchObject({ status: 0, output: expect.stringContaining('(3 d ahead of this machine)') });
  expect((await run('clock')).output).toContain('3 d ahead of this machine');
  expect((await run('status')).output).toContain('3 d ahead of this machine');
  expect(JSON.parse((await run('status', '--json')).output)).toMatchObject({ clockOffsetMs: 259_200_000 });
  expect(Date.parse(moved.output.split(' ')[0] ?? '') - before).toBeGreaterThanOrEqual(259_200_000);
  expect((await run('clock', 'reset')).output).toContain('(the time of this machine)');

  await stack.end('SIGTERM');
  expect(await run('status')).toMatchObject({
    status: 1,
    errors: `The local stack with its state in ${folder} is stopped. Start it with: npm start\n`,
  });
});

test.for(['+0.5d', '-1d', 'tomorrow'])(
  'the clock refuses the step %s and names it',
  async (step, { folder, onTestFinished }) => {
    const stack = await startKillableStack(folder);
    onTestFinished(async () => void (await stack.end('SIGTERM')));
    const { status, errors } = await runNode(control, ['clock', '--state', folder, '--', step]);

    expect({ status, errors }).toEqual({
      status: 1,
      errors: expect.stringContaining(`"${step}" is not a step of the clock`),
    });
  },
);
