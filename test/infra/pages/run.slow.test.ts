import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { commandsIn, pages, readPage } from './page.ts';

const run = promisify(execFile);
const cdk = resolve('node_modules/.bin/cdk');

test('the documented commands create the first workspace, key and user', async () => {
  const { environment, baseUrl } = inject('stack');
  const { TABLE_NAME = '', SECRETS_KEY_ARN = '', ...others } = environment;
  const folder = mkdtempSync(join(tmpdir(), 'outreach-operator-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const email = `operator-${process.pid}-${Date.now()}@example.com`;
  const password = 'correct horse battery staple';
  writeFileSync(join(folder, 'password.txt'), `${password}\n`);
  writeAws(join(folder, 'aws'), { TableName: TABLE_NAME, SecretsKeyArn: SECRETS_KEY_ARN });

  const script = operatorBlock()
    .replaceAll('password.txt', join(folder, 'password.txt'))
    .replaceAll('ada@example.com', email);
  const { stdout } = await run('bash', ['-euc', script], {
    env: { ...others, PATH: `${folder}${delimiter}${process.env['PATH']}` },
  });
  const key = /osk_\w+/.exec(stdout)?.[0];
  const contacts = await fetch(`${baseUrl}/contacts`, { headers: { authorization: `Bearer ${key}` } });
  const login = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: new URL(baseUrl).origin },
    body: JSON.stringify({ email, password }),
  });

  expect([contacts.status, login.status]).toEqual([200, 200]);
}, 120_000);

test('cdk has all options that our pages use', async () => {
  const used = pages
    .flatMap(commandsIn)
    .filter(([program, tool]) => program === 'npx' && tool === 'cdk')
    .map(([, , subcommand = '', ...words]) => ({ subcommand, options: words.filter(isOption) }));
  const subcommands = [...new Set(used.map(({ subcommand }) => subcommand))];
  const helps = await Promise.all(subcommands.map((it) => run(cdk, [it, '--help'])));
  const help = new Map(subcommands.map((it, at) => [it, helps[at]?.stdout ?? '']));

  expect(subcommands).toEqual(expect.arrayContaining(['bootstrap', 'deploy', 'destroy', 'diff']));
  expect(
    used.flatMap(({ subcommand, options }) =>
      options.filter((it) => !new RegExp(`(^|\\s)${it}[\\s,]`).test(help.get(subcommand) ?? '')),
    ),
  ).toEqual([]);
}, 120_000);

test('cdk lists the stacks of a stage in deployment order, in a clean environment', async () => {
  const folder = temporaryFolder();
  const stages = { prod: { generatedLinks: true } };
  writeFileSync(
    join(folder, 'cdk.json'),
    JSON.stringify({ app: `node ${resolve('infra/app.ts')}`, context: { stages } }),
  );
  const { stdout } = await run(cdk, ['list', '-c', 'stage=prod'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });

  expect(stdout.trim().split('\n')).toEqual(
    ['data', 'api', 'workers'].map((it) => `outreach-prod/${it} (outreach-prod-${it})`),
  );
}, 240_000);

test('npm run cost prints dollars without network access', async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'cost'], { env: { PATH: process.env['PATH'] } });

  expect(stdout).toContain('a million');
}, 60_000);

function isOption(word: string): boolean {
  return /^--?[a-z]/.test(word);
}

function operatorBlock(): string {
  const part =
    readPage('infra/OPERATING.md').split('<!-- operator -->')[1]?.split('<!-- /operator -->')[0] ?? '';

  return /```sh\n(.*?)```/s.exec(part)?.[1] ?? '';
}

/** Replaces the AWS CLI of a real account: it can only return outputs. */
function writeAws(file: string, outputs: Readonly<Record<string, string>>): void {
  const cases = Object.entries(outputs).map(([name, value]) => `  *"'${name}'"*) echo '${value}' ;;`);
  writeFileSync(file, ['#!/bin/sh', 'case "$*" in', ...cases, '  *) exit 1 ;;', 'esac', ''].join('\n'));
  chmodSync(file, 0o755);
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-list-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  return folder;
}
