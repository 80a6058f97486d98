import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { portOf } from '../../infra/local/engines/loopback.ts';
import { runNode, runStack, startKillableStack } from './support/killable-stack.ts';
import { stackTest as test } from './support/stack.ts';

const control = fileURLToPath(new URL('../../infra/local/control.ts', import.meta.url));

test('with --json the ready line is all there is on standard output, and SIGTERM ends the stack with status 0', async ({
  folder,
  onTestFinished,
}) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));

  expect(await stack.end('SIGTERM')).toBe(0);
  expect(stack.output().trimEnd().split('\n')).toHaveLength(1);
  await expect(fetch(stack.report.endpoints.dynamodb)).rejects.toThrow();
});

test('Ctrl-C, which the engines hear as well, ends the stack with status 0', async ({
  folder,
  onTestFinished,
}) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));

  expect(await stack.interrupt()).toBe(0);
});

test('a second stack in the same folder ends with status 1 and one line', async ({
  folder,
  onTestFinished,
}) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));

  const second = await runStack(['--json', '--state', folder]);

  expect(second).toMatchObject({ status: 1, output: '' });
  expect(second.errors).toBe(
    `Another local stack is using ${folder}. Stop it, or choose another folder with --state.\n`,
  );
});

test('a taken port ends the start with status 1 and one line that says what to do', async ({
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
  'the argument %s is answered with the usage',
  async ([argument = ''], { folder }) => {
    const { status, errors } = await runStack(['--state', folder, argument]);

    expect({ status, errors }).toEqual({ status: 1, errors: expect.stringMatching(/^Usage: npm start/) });
  },
);

test('the clock command moves the time of the running stack and tells it', async ({ stack }) => {
  const before = Date.now();
  const moved = await runNode(control, ['clock', '+3d', '--state', stack.folder]);
  const told = await runNode(control, ['clock', '--state', stack.folder]);

  expect(moved).toMatchObject({ status: 0, output: expect.stringContaining('259200 s ahead') });
  expect(told.output).toContain('259200 s ahead');
  expect(Date.parse(told.output.split(' ')[0] ?? '') - before).toBeGreaterThanOrEqual(259_200_000);
});

test('the control commands say so when no stack is running', async ({ folder }) => {
  const { status, errors } = await runNode(control, ['clock', '+1d', '--state', folder]);

  expect({ status, errors }).toEqual({
    status: 1,
    errors: `No local stack is running with its state in ${folder}.\n`,
  });
});

test.for(['+0.5d', '-1d', 'tomorrow'])('the clock does not take %s', async (step, { stack }) => {
  const { status, errors } = await runNode(control, ['clock', '--state', stack.folder, '--', step]);

  expect({ status, errors }).toEqual({ status: 1, errors: expect.stringContaining('clock +3d') });
});
