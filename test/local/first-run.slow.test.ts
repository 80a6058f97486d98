import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { createAdminProgram } from '../../infra/admin/program.ts';
import { createLocalProgram } from '../../infra/local/control-program.ts';
import { describeReady } from '../../infra/local/ready-report.ts';
import { describeOffset, describeStatus } from '../../infra/local/status-table.ts';
import { runNode } from './support/killable-stack.ts';
import { stackTest as test } from './support/stack.ts';

const program = (name: string) => resolve('infra', name);

test('npm start before npm ci says to run npm ci', ({ folder }) => {
  mkdirSync(join(folder, 'infra'));
  cpSync('infra/run.cjs', join(folder, 'infra/run.cjs'));
  const ended = spawnSync(process.execPath, [join(folder, 'infra/run.cjs'), 'infra/local/main.ts'], {
    encoding: 'utf8',
  });

  expect(ended).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'The packages are not installed. Run: npm ci\n',
  });
});

test.for([
  ['16.20.2', false, 'Install Node 22.12 or later, then run: npm ci'],
  ['22.11.0', false, 'Install Node 22.12 or later, then run: npm ci'],
  ['22.12.0', false, 'Run: npm ci'],
  ['22.12.0', true, 'Run: npm rebuild node'],
] as const)(
  'Node %s, packages installed: %s, gets instructions',
  ([version, isInstalled, advice], { folder }) => {
    mkdirSync(join(folder, 'infra'));
    cpSync('infra/run.cjs', join(folder, 'infra/run.cjs'));
    if (isInstalled) mkdirSync(join(folder, 'node_modules/.package-lock.json'), { recursive: true });
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require('${join(folder, 'infra/run.cjs')}')`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', pretend], { encoding: 'utf8' });

    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(advice) });
  },
);

describe.each([
  ['admin/main.ts', 'npm run admin --'],
  ['local/control.ts', 'npm run local --'],
  ['local/main.ts', 'npm start --'],
  ['local/invoke.ts', 'npm run invoke --'],
])('%s', (file, name) => {
  test('--help prints the usage and succeeds', async () => {
    const { status, output, errors } = await runNode(program(file), ['--help']);

    expect({ status, errors }).toEqual({ status: 0, errors: '' });
    expect(output).toMatch(new RegExp(`^Usage: ${name} `));
  });

  test('an unknown option is named, with status 1', async () => {
    const { status, errors } = await runNode(program(file), ['--frobnicate']);

    expect(status).toBe(1);
    expect(errors).toContain("error: unknown option '--frobnicate'");
  });
});

test('a misspelt option is named before a missing required option', async () => {
  const { status, errors } = await runNode(program('admin/main.ts'), ['create-workspace', '--nam', 'x']);

  expect(status).toBe(1);
  expect(errors).toMatch(/^error: unknown option '--nam'\n\(Did you mean --name\?\)\n/);
  expect((await runNode(program('admin/main.ts'), ['create-workspace'])).errors).toContain(
    "error: required option '--name <name>' not specified",
  );
});

test('every command has a description and --help', () => {
  for (const each of [...createAdminProgram(async () => {}).commands, ...createLocalProgram().commands]) {
    expect(each.description()).not.toBe('');
    expect(each.helpInformation()).toContain('--help');
  }
});

test.for([
  ['admin/main.ts', ['list-workspaces']],
  ['local/control.ts', ['env']],
  ['local/control.ts', ['clock']],
  ['local/control.ts', ['status']],
  ['local/invoke.ts', ['contacts.list']],
] as const)('%s %s says that the stack is stopped', async ([file, words], { folder }) => {
  const { status, output, errors } = await runNode(program(file), [...words, '--state', folder]);

  expect({ status, output }).toEqual({ status: 1, output: '' });
  expect(errors).toBe(
    `The local stack with its state in ${folder} has not been started. Start it with: npm start -- --state ${folder}\n`,
  );
});

test('PORT is in the usage of npm start', async () => {
  expect((await runNode(program('local/main.ts'), ['--help'])).output).toContain('PORT');
});

test('the status is printed as a table', () => {
  const status = {
    now: '2026-11-20T10:00:00.000Z',
    clockOffsetMs: 90_061_000,
    queues: {
      sendsDeadLettersQueueDAD89191: { ready: 2, inFlight: 0, delayed: 0 },
      sendsQueue6FD4E9A4: { ready: 3, inFlight: 1, delayed: 12 },
      'other-engine': { ready: 0, inFlight: 0, delayed: 0 },
    },
    schedules: { pending: 2, nextDueAt: '2026-11-20T10:01:00.000Z' },
    runningInvocations: 1,
  };

  expect(describeStatus(status)).toBe(
    [
      'clock           2026-11-20T10:00:00.000Z, 1 d 1 h 1 min 1 s ahead of this machine',
      'functions       1 running',
      'schedules       2 pending, the next at 2026-11-20T10:01:00.000Z',
      '',
      'queue                waiting     in flight       delayed  dead letters',
      'other-engine               0             0             0              ',
      'sends                      3             1            12             2',
    ].join('\n'),
  );
  const schedules = { pending: 1, nextDueAt: '2026-11-20T09:59:58.000Z' };
  expect(describeStatus({ ...status, schedules })).toContain('1 pending, the next is due now');
});

test('the banner describes each address and shows the clock’s offset', async ({ stack }) => {
  const banner = describeReady({ ...stack.report, clockOffsetMs: 3 * 86_400_000 }, '.local');

  expect(banner).toContain(`API            ${stack.report.baseUrl}`);
  expect(banner).toMatch(/dashboard +http.*\/dashboard\/, a page for a browser/);
  expect(banner).toMatch(/sign-in +\S+@\S+, password \S+/);
  expect(banner).toMatch(/reference +http.*\/docs, a page for a browser/);
  expect(banner).toMatch(/inbox +http.*, a page with all emails/);
  expect(banner).toMatch(/status +http.*\/status as JSON/);
  expect(banner).toContain('clock          3 d ahead of this machine\n');
  expect(describeOffset(0)).toBe('the time of this machine');
});

test('the banner of a stack with its own state folder has commands that find it', async ({ stack }) => {
  const banner = describeReady(stack.report, '/tmp/my state');
  const commands = [...banner.matchAll(/npm run local -- (.*?)(?: {2,}|$)/gm)].map(([, words]) => words);

  expect(commands).toEqual(["status --state '/tmp/my state'", "clock +3d --state '/tmp/my state'"]);
});

test('npm start --silent prints nothing but the output of the command', () => {
  const { stdout } = spawnSync('npm', ['start', '--silent', '--', '--help'], { encoding: 'utf8' });

  expect(stdout).toMatch(/^Usage: npm start -- /);
  expect(readFileSync('CONTRIBUTING.md', 'utf8')).toContain('npm start --silent -- --json');
});
