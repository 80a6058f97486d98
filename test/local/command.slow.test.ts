import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { portOf } from '../../infra/local/engines/loopback.ts';
import { openStateFolder } from '../../infra/local/state/state-folder.ts';
import { sendMessage } from './support/clients.ts';
import { runNode, runStack, startKillableStack } from './support/killable-stack.ts';
import { stackTest as test } from './support/stack.ts';

const control = fileURLToPath(new URL('../../infra/local/control.ts', import.meta.url));
const invoke = fileURLToPath(new URL('../../infra/local/invoke.ts', import.meta.url));
const main = fileURLToPath(new URL('../../infra/local/main.ts', import.meta.url));
const admin = fileURLToPath(new URL('../../infra/admin/main.ts', import.meta.url));

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

test('`local stop` ends the stack, and then says that none runs', async ({ folder, onTestFinished }) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));
  const stop = () => runNode(control, ['stop', '--state', folder]);

  expect(await stop()).toMatchObject({ status: 0, output: 'The local stack is stopped.\n' });
  await expect(fetch(stack.report.endpoints.dynamodb)).rejects.toThrow();
  expect(await stop()).toMatchObject({ status: 1, errors: expect.stringContaining('is stopped') });
});

test('a folder with other files is neither used nor deleted', async ({ folder }) => {
  const file = join(folder, 'notes.txt');
  writeFileSync(file, 'precious');
  const start = async (...words: string[]) => runNode(main, ['--state', folder, ...words]);

  for (const words of [[], ['--fresh']]) {
    const { status, output, errors } = await start(...words);
    expect({ status, output }).toEqual({ status: 1, output: '' });
    expect(errors).toBe(
      `${folder} has files that are not the state of a local stack. Choose an empty or new folder with --state.\n`,
    );
  }
  expect((await runNode(control, ['status', '--state', folder])).status).toBe(1);
  expect(readdirSync(folder)).toEqual(['notes.txt']);
  expect(readFileSync(file, 'utf8')).toBe('precious');
});

test('only the user who starts a stack can read its state', async ({ folder, onTestFinished }) => {
  chmodSync(folder, 0o755);
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));
  await sendMessage(stack, 'later', 600);
  const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  // The templates are no secret.
  const readable = names.filter((name) => !name.startsWith('assembly') && (modeOf(name) & 0o077) !== 0);

  expect(modeOf('.')).toBe(0o700);
  expect(names).toEqual(expect.arrayContaining(['dynamodb', 'functions.log', 'mail.sqlite', 's3', 'sqs']));
  expect(readable).toEqual([]);
});

test('a start with --fresh that is refused deletes nothing, and a start never deletes other files', async ({
  folder,
  onTestFinished,
}) => {
  openStateFolder(folder).release();
  for (const name of ['access.json', 'mail.sqlite-wal', 'notes.txt']) writeFileSync(join(folder, name), '');
  const before = readdirSync(folder);
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const environment = { PORT: String(portOf(server.address())) };
  const { status, errors } = await runNode(main, ['--state', folder, '--fresh'], environment);

  expect({ status, errors }).toEqual({ status: 1, errors: expect.stringContaining('the port is taken') });
  expect(readdirSync(folder)).toEqual(before);
  const reopened = openStateFolder(folder);
  onTestFinished(reopened.release);
  reopened.clear();
  expect(readdirSync(folder).filter((name) => !name.startsWith('lock'))).toEqual([
    'checkpoints',
    'notes.txt',
  ]);
});

test.for([
  ['npm start', main, ['--fresh']],
  ['npm run local', control, ['status']],
  ['npm run invoke', invoke, ['contacts.list']],
  ['npm run admin', admin, ['list-workspaces']],
] as const)('%s refuses an empty name of the state folder', async ([, program, words], { folder }) => {
  const { status, errors } = await runNode(program, [...words, '--state', ''], {}, folder);

  expect(status).toBe(1);
  expect(errors).toContain("option '--state <folder>' needs a value that is not empty\n");
  expect(readdirSync(folder)).toEqual([]);
});

test('a page in a browser can neither read the state, move the clock nor stop the stack', async ({
  folder,
  onTestFinished,
}) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));
  const headers = { origin: 'https://elsewhere.example' };
  const post = async (path: string, body = '') =>
    (await fetch(`${stack.report.controlUrl}${path}`, { method: 'POST', headers, body })).status;

  expect([await post('/stop'), await post('/clock', '{"advanceMs":1000}')]).toEqual([403, 403]);
  // The host name of a foreign page may resolve to this machine. A GET sends no origin then.
  const [rebound] = await once(
    get(`${stack.report.controlUrl}/status`, { headers: { host: 'elsewhere.example' } }),
    'response',
  );
  expect(rebound.statusCode).toBe(403);
  expect((await runNode(control, ['clock', '--state', folder])).output).toContain('the time of this machine');
});

test('`invoke` sends only samples of the named operation', async ({ folder, onTestFinished }) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));
  const send = (...words: string[]) => runNode(invoke, [...words, '--state', folder]);
  const foreign = await send('contacts.create', 'events/http/contacts.list.json');

  expect(foreign).toMatchObject({ status: 1, output: '' });
  expect(foreign.errors).toBe(
    'The sample is a request of contacts.list, not of contacts.create: GET /contacts\n',
  );
  expect((await send('contacts.list', '--id', 'con_1')).errors).toBe(
    'The path of the sample has 0 id(s), and --id has 1.\n',
  );
  expect((await send('webhooks.resend', '--id', 'whk_1')).errors).toBe(
    'The path of the sample has 2 id(s), and --id has 1.\n',
  );
  expect((await send('contacts.get', '--id', '')).errors).toContain('needs a value that is not empty');
  expect((await send('contacts.creat')).errors).toMatch(/^There is no operation contacts\.creat\b/);
  expect((await send('contacts.create', 'events/http/contacts.create.json')).output).toMatch(/^\d{3} /);
});

test('Ctrl-C, which also signals the engines, ends the stack with status 0', async ({
  folder,
  onTestFinished,
}) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));

  expect(await stack.interrupt()).toBe(0);
});

test('a second stack in the same folder exits with status 1 and says how to stop the first', async ({
  folder,
  onTestFinished,
}) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));

  const PORT = new URL(stack.report.baseUrl).port;
  const second = await runStack(['--json', '--state', folder], { PORT });

  expect(second).toMatchObject({ status: 1, output: '' });
  expect(second.errors).toBe(
    `Another local stack is using ${folder}. Stop it with: npm run local -- stop --state ${folder}\nOr choose another folder with --state.\n`,
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

  await stack.end('SIGTERM');
  expect(await run('status')).toMatchObject({
    status: 1,
    errors: `The local stack with its state in ${folder} is stopped. Start it with: npm start -- --state ${folder}\n`,
  });
});

test('operator commands use the clock of the local stack', async ({ folder, onTestFinished }) => {
  const stack = await startKillableStack(folder);
  onTestFinished(async () => void (await stack.end('SIGTERM')));
  const run = async (file: string, ...words: string[]) => {
    const ended = await runNode(file, [...words, '--state', folder]);
    expect(ended).toMatchObject({ status: 0, errors: '' });

    return ended.output;
  };
  const create = async () => JSON.parse(await run(admin, 'create-workspace', '--name', 'Later'));
  const before = Date.now();
  await run(control, 'clock', '+3d');
  const workspace = await create();
  const key = await run(
    ...([
      admin,
      'create-api-key',
      '--workspace',
      workspace.id,
      '--name',
      'k',
      '--scope',
      'read-only',
    ] as const),
  );

  for (const { createdAt } of [workspace, JSON.parse(key)]) {
    expect(Date.parse(createdAt) - before).toBeGreaterThanOrEqual(259_200_000);
  }
}, 60_000);

test.for(['+0.5d', '-1d', 'reset'])(
  'the clock refuses the step %s and names it',
  async (step, { folder, onTestFinished }) => {
    const stack = await startKillableStack(folder);
    onTestFinished(async () => void (await stack.end('SIGTERM')));
    const { status, errors } = await runNode(control, ['clock', '--state', folder, step]);

    expect({ status, errors }).toEqual({
      status: 1,
      errors: expect.stringContaining(`"${step}" is not a step of the clock. `),
    });
    expect(errors).toContain('The clock only moves forward');
    const response = await fetch(`${stack.report.controlUrl}/clock`, {
      method: 'POST',
      body: '{"advanceMs": -1}',
    });
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 422,
      body: { message: expect.stringContaining('The clock only moves forward') },
    });
  },
);
