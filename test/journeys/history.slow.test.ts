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
/** Three times as long as on a machine with two processors that runs nothing else. */
const startMsMax = 180_000;
const anything = z.record(z.string(), z.any());

let stack: RunningStack;
let api: ApiClient;
let startMs = 0;

const start = async () => {
  const assembly = join(inject('stateFolder'), 'assembly');
  stack = await startStack({ stateFolder, assembly, options: ['--history'] });
  const { baseUrl, apiKey } = stack.report;
  const waitSeconds = (seconds: number) => new Promise<void>((resume) => setTimeout(resume, seconds * 1000));
  api = apiClient({ baseUrl, apiKey, waitSeconds });
};
const list = (path: string) => api.readAll(anything, path);

beforeAll(async () => {
  const began = performance.now();
  await start();
  startMs = performance.now() - began;
}, 300_000);
afterAll(() => stack.stop());

test('the stack with its history starts within three minutes, also on a busy machine', () => {
  expect(startMs).toBeLessThan(startMsMax * processorSlowness());
});

test('statistics, counters and lists equal a recount of the activity', { timeout: 180_000 }, async () => {
  const { workspaceId, environment } = stack.report;
  const recount = () =>
    withTable(environment, (services) => recountWorkspace(services, { workspaceId, repair: false }));

  // The running campaign continues to count.
  await expect
    .poll(recount, { timeout: 150_000, interval: 1000 })
    .toMatchObject({ statistics: [], campaigns: [], breakdowns: [], companies: [], apiKeys: null });
  const { from, to, totals } = await recount();
  expect(totals).toBeUndefined();
  expect((Date.parse(String(to)) - Date.parse(String(from))) / dayMs).toBeGreaterThan(85);
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

test('six campaigns have different states, and each pause has a reason', async () => {
  const campaigns = await list('/campaigns');
  const states = campaigns.map(({ name, status, pauseReason }) => [name, status, pauseReason]);

  expect(Object.fromEntries(states.map(([name, ...state]) => [name, state]))).toEqual({
    'Introduction to facility managers': ['completed', null],
    'Two subjects for office managers': ['completed', null],
    'Spring offer': ['active', null],
    'Visitors of the trade fair': ['paused', 'bounce_rate'],
    'News for partners': ['paused', 'no_sending_accounts'],
    'Autumn idea': ['draft', null],
  });
});

test('the A/B test has a winner', async () => {
  const [campaign] = (await list('/campaigns')).filter(
    ({ name }) => name === 'Two subjects for office managers',
  );
  const { groups } = await api.get(anything, `/campaigns/${campaign?.['id']}/stats?groupBy=variant`);
  const shares = groups.map(
    ({ bestProbability }: Record<string, { reply: number } | null>) => bestProbability?.reply ?? 0,
  );

  expect(Math.max(...shares)).toBeGreaterThan(0.9);
});

test('accounts, webhooks, users and keys show each state', async () => {
  const accounts = await list('/email-accounts');

  expect(accounts.map(({ status }) => status).toSorted()).toEqual([
    'connected',
    'connected',
    'error',
    'paused',
  ]);
  // The running stack checks accounts that become due, with real name servers.
  expect(accounts.map(({ health }) => health?.dmarc)).toContain('missing');
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
  const webhooks = await list('/webhooks');
  const replies = await list('/replies');
  const statuses = new Set(contacts.map(({ status }) => status));

  expect(contacts.length).toBeGreaterThanOrEqual(1500);
  expect(statuses).toEqual(new Set(['active', 'unsubscribed', 'bounced', 'blocklisted']));
  expect(contacts[0]).toMatchObject({
    tags: expect.anything(),
    customFields: { supplier: expect.any(String) },
  });
  expect(contacts.every(({ email }) => email.endsWith('.example'))).toBe(true);
  expect((await list('/companies')).length).toBeGreaterThanOrEqual(40);
  expect(replies.filter(({ isRead }) => !isRead).length).toBeGreaterThan(0);
  expect(new Set(replies.flatMap(({ labels }) => labels))).toContain('interested');
  for (const { id } of webhooks) expect((await list(`/webhooks/${id}/deliveries`)).length).toBeGreaterThan(0);
  expect((await list('/blocklist')).length).toBeGreaterThan(10);
  expect((await list('/audit-log')).length).toBeGreaterThan(100);
});

test('some replies were answered', async () => {
  const replies = (await list('/replies?label=interested')).slice(0, 10);
  const threads = await Promise.all(replies.map(({ id }) => api.get(anything, `/replies/${id}/thread`)));

  expect(JSON.stringify(threads)).toContain('"answerStatus":"sent"');
});

test('emails were sent from Monday to Friday only', async () => {
  const [from, to] = [80, 2].map((days) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10));
  const { series } = await api.get(anything, `/dashboard/stats?from=${from}&to=${to}`);
  const sentOn = (isWeekend: boolean): number[] =>
    series
      .filter(({ date }: { date: string }) => [0, 6].includes(new Date(date).getUTCDay()) === isWeekend)
      .map(({ sent }: { sent: number }) => sent);

  expect(Math.max(...sentOn(true))).toBe(0);
  expect(sentOn(false).filter((sent) => sent > 0).length).toBeGreaterThan(40);
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
