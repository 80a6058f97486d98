import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { recountWorkspace } from '../../infra/admin/recount.ts';
import { type ApiClient, apiClient } from '../../infra/local/demo/api-client.ts';
import { withTable } from '../../infra/local/seed.ts';
import { processorSlowness } from '../support/cpu-time.ts';
import { type RunningStack, startStack } from '../support/run-stack.ts';

const stateFolder = mkdtempSync(join(tmpdir(), 'outreach-history-'));
const dayMs = 86_400_000;
/** Several times as long as on a machine with two processors that runs nothing else. */
const startMsMax = 900_000;
/** Twice the processor time on such a machine, 138 s. Unlike the time of the start, it depends little on other work. */
const startCpuSecondsMax = 280;
const anything = z.record(z.string(), z.any());

let stack: RunningStack;
let api: ApiClient;
let startCpuSeconds = 0;

const start = async () => {
  const assembly = join(inject('stateFolder'), 'assembly');
  stack = await startStack({ stateFolder, assembly, options: ['--history'] });
  const { baseUrl, apiKey } = stack.report;
  const waitSeconds = (seconds: number) => new Promise<void>((resume) => setTimeout(resume, seconds * 1000));
  api = apiClient({ baseUrl, apiKey, waitSeconds });
};
/** Of all threads of a process. `ps` writes hours, minutes and seconds. */
function cpuSecondsOf(pid: number): number {
  const time = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' });

  return time.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0);
}

const list = (path: string) => api.readAll(anything, path);

beforeAll(async () => {
  await start();
  startCpuSeconds = cpuSecondsOf(stack.process.pid ?? 0);
}, startMsMax);
afterAll(() => stack.stop());

test('the start needs at most twice the processor time that was measured', () => {
  expect(startCpuSeconds).toBeGreaterThan(10);
  expect(startCpuSeconds / processorSlowness()).toBeLessThan(startCpuSecondsMax);
});

test('statistics, counters and lists equal a recount of the activity', { timeout: 180_000 }, async () => {
  const { workspaceId, environment } = stack.report;
  const recount = () =>
    withTable(environment, (services) => recountWorkspace(services, { workspaceId, repair: false }));

  // The running campaign continues to count.
  await expect
    .poll(recount, { timeout: 150_000, interval: 1000 })
    .toMatchObject({ statistics: [], campaigns: [], companies: [] });
});

test('the owner can sign in with the printed password', async () => {
  const { baseUrl, dashboard, workspaceId } = stack.report;
  const { email, password } = dashboard;
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ workspaceId, user: { role: 'owner' } });
  expect(response.headers.get('set-cookie')).toBeTruthy();
});

test('campaigns have different states', async () => {
  const campaigns = await list('/campaigns');

  expect(Object.fromEntries(campaigns.map(({ name, status }) => [name, status]))).toEqual({
    'Introduction to facility managers': 'completed',
    'Two subjects for office managers': 'completed',
    'Spring offer': 'active',
    'Visitors of the trade fair': 'paused',
    'Autumn idea': 'draft',
  });
});

test('accounts, webhooks, users and keys show different states', async () => {
  expect(new Set((await list('/email-accounts')).map(({ status }) => status))).toEqual(
    new Set(['connected', 'paused']),
  );
  expect((await list('/webhooks')).map(({ status }) => status).toSorted()).toEqual([
    'disabled',
    'failing',
    'healthy',
  ]);
  expect((await list('/users')).map(({ role }) => role).toSorted()).toEqual(['member', 'owner', 'viewer']);
  expect((await list('/api-keys')).map(({ scope }) => scope)).toContain('read-only');
});

test('contacts, companies, replies, deliveries, the blocklist and the audit log have entries', async () => {
  const contacts = await list('/contacts');
  const replies = await list('/replies');

  expect(contacts.length).toBe(240);
  expect(new Set(contacts.map(({ status }) => status))).toContain('bounced');
  expect(contacts.every(({ email }) => email.endsWith('.example'))).toBe(true);
  expect((await list('/companies')).length).toBeGreaterThanOrEqual(20);
  expect(new Set(replies.flatMap(({ labels }) => labels))).toContain('interested');
  for (const { id } of await list('/webhooks'))
    expect((await list(`/webhooks/${id}/deliveries`)).length).toBeGreaterThan(0);
  expect((await list('/blocklist')).length).toBeGreaterThan(1);
  expect((await list('/audit-log')).length).toBeGreaterThan(50);
});

test('emails were sent over 90 days', async () => {
  const [from, to] = [90, 0].map((days) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10));
  const { series } = await api.get(anything, `/dashboard/stats?from=${from}&to=${to}`);
  const days = series.filter(({ sent }: { sent: number }) => sent > 0).length;

  expect(days).toBeGreaterThan(15);
});

test('the clock has the time of this machine', () => {
  expect(stack.report.clockOffsetMs).toBe(0);
});

test('the active campaign continues: new emails arrive in the inbox', { timeout: 180_000 }, async () => {
  const Stats = z.object({ count: z.int() });
  const count = async () =>
    Stats.parse(await (await fetch(`${stack.report.mail.webUrl}/api/stats`)).json()).count;

  await expect.poll(count, { timeout: 150_000, interval: 2000 }).toBeGreaterThan(0);
});

test('a second start keeps the workspace', { timeout: 120_000 }, async () => {
  const { workspaceId, apiKey } = stack.report;
  await stack.stop();
  await start();

  expect(stack.report).toMatchObject({ workspaceId, apiKey });
});

test('a stack with other data cannot get a history', async () => {
  const otherFolder = mkdtempSync(join(tmpdir(), 'outreach-history-'));
  const assembly = join(inject('stateFolder'), 'assembly');
  const other = await startStack({ stateFolder: otherFolder, assembly });
  await other.stop();

  await expect(startStack({ stateFolder: otherFolder, assembly, options: ['--history'] })).rejects.toThrow(
    'Only a stack without data can have a history',
  );
});
