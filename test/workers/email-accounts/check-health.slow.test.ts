import { beforeAll, describe, expect, test } from 'vitest';
import { checkHealth } from '#lib/email-accounts/check-health.ts';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { accountKey, healthKey, settingsKey } from '#lib/email-accounts/items.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { planAccountUpdate } from '#lib/email-accounts/update.ts';
import { dayKey, kindLetters } from '#lib/statistics/items.ts';
import { readDueWork, worklistAttributes } from '#lib/storage/worklist.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { handler as checkHealthFunction } from '../../../functions/email-accounts/check-health.ts';
import { handler as get } from '../../../functions/email-accounts/get.ts';
import { handler as list } from '../../../functions/email-accounts/list.ts';
import { addAccount, commitNow } from '../../api/support/seed.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { anotherResolver, startNameServer, type Zone } from '../../support/name-server.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { setClock } from '../support/clock.ts';
import { context } from '../support/invoke.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { goodZone } from '../support/sender-zone.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];
let workspace: Workspace;
let workspaceId: string;
let addresses = 0;

beforeAll(async () => {
  await useOwnResources();
  workspace = await newWorkspace();
  workspaceId = workspace.workspaceId;
});

/** Checks all accounts that are due. @returns the DNS names that were queried */
async function check(zone: Zone = goodZone): Promise<string[]> {
  const heard: string[] = [];
  const dns = await startNameServer({ ...zone, onQuery: (name) => heard.push(name) });
  await checkHealth({ ...connected(), senderDns: () => anotherResolver(dns) });

  return heard;
}

const smtp = { host: 'mail.acme.example', port: 465, secure: true, username: 'anna' };

const addSender = (input: Record<string, unknown> = {}) =>
  addAccount(workspaceId, { email: `anna-${addresses++}@acme.example`, smtp, ...input });

const healthOf = async (id: string) => (await getAccount(connected(), workspaceId, id)).health;

/** Counts emails that were sent or bounced at a time. */
async function count(id: string, kind: 'sent' | 'bounced', mails: number, at: number): Promise<void> {
  const update = dayKey(workspaceId, id, localDate(at, 'UTC'));
  await connected().table.update({ update, add: { [kindLetters[kind]]: mails } });
}

const dueAt = async (id: string) => {
  const items = await readDueWork(connected().table, 'account_health', Date.now() + 1000 * dayMs, 100);

  return items.filter(({ pk }) => pk.endsWith(id)).map(({ gsi3sk }) => Number(gsi3sk))[0];
};

describe('the health of an account', () => {
  test('covers its domain and its bounces of seven days soon after it was connected', async () => {
    const id = await addSender();
    expect(await healthOf(id)).toBeNull();
    const now = Date.now();
    await count(id, 'sent', 40, now - hourMs);
    await count(id, 'bounced', 1, now - 3 * dayMs);
    await count(id, 'sent', 500, now - 8 * dayMs);
    await count(id, 'bounced', 500, now - 8 * dayMs);
    await check();

    expect(await healthOf(id)).toEqual({
      spf: 'pass',
      dkim: 'pass',
      dmarc: 'pass',
      sent7d: 40,
      bounceRate7d: 0.025,
      rejections7d: { authentication: 0, spam: 0, policy: 0 },
      score: 90,
      checkedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  test('is checked in one run for all accounts that were connected together', async () => {
    const ids = await Promise.all(Array.from({ length: 45 }, () => addSender()));
    await check();

    expect((await Promise.all(ids.map(healthOf))).filter((health) => health === null)).toEqual([]);
  });

  test('has no bounce rate before the first email, and shows faults of its domain', async () => {
    const id = await addSender();
    const key = 'default._domainkey.acme.example';
    await check({ txt: { 'acme.example': ['v=spf1 -all'], [key]: ['v=DKIM1; p='] } });

    expect(await healthOf(id)).toMatchObject({
      spf: 'fail',
      dkim: 'fail',
      dmarc: 'missing',
      sent7d: 0,
      bounceRate7d: null,
      score: 40,
    });
  });

  test('is checked on an account of version 0.2.0, and its inbox is due then', async () => {
    const id = await addSender();
    const update = accountKey(workspaceId, id);
    await connected().table.transact([
      { update, set: worklistAttributes('account_health', id, 0) },
      { delete: healthKey(workspaceId, id) },
    ]);
    await check();
    await check();

    expect(await healthOf(id)).toMatchObject({ spf: 'pass' });
    expect(await connected().table.get(update)).toMatchObject({
      nextSyncAt: expect.any(Number),
      gsi3pk: expect.stringMatching(/^WORK#inbox#/),
    });
  });

  test('is returned by get and list as documented', async () => {
    const id = await addSender();
    await check();
    const { apiKey } = workspace;
    const one = await call(get, { method: 'GET', path: `/email-accounts/${id}`, params: { id }, apiKey });
    const all = await call(list, { method: 'GET', path: '/email-accounts', apiKey });

    expect(one.body.health).toMatchObject({ spf: 'pass', score: 100 });
    expect(all.body.data.find((account: { id: string }) => account.id === id)).toEqual(one.body);
    expectDocumented('email-accounts.get', one);
    expectDocumented('email-accounts.list', all);
  });

  test('is checked again after a day, spread over time', async () => {
    const id = await addSender();
    await check();
    expect(await check()).toEqual([]);
    const again = ((await dueAt(id)) ?? 0) - Date.now();
    expect(again).toBeGreaterThan(21.9 * hourMs);
    expect(again).toBeLessThanOrEqual(24 * hourMs);
    setClock(Date.now() + dayMs);
    await check({ ...goodZone, txt: {} });

    expect(await healthOf(id)).toMatchObject({
      spf: 'missing',
      dkim: 'missing',
      dmarc: 'missing',
      score: 50,
    });
  });

  test('is checked again after an hour if DNS queries failed, and shows known values', async () => {
    const id = await addSender();
    await check({ ...goodZone, broken: ['_dmarc.acme.example'] });
    expect(await healthOf(id)).toMatchObject({
      spf: 'pass',
      dkim: 'pass',
      dmarc: null,
      score: null,
      sent7d: 0,
    });
    expect(await check()).toEqual([]);
    setClock(Date.now() + hourMs + 1);
    await check();

    expect(await healthOf(id)).toMatchObject({ dmarc: 'pass', score: 100 });
  });

  test('is checked again after a change of server, and never shows a result of the previous one', async () => {
    const email = `anna-${addresses++}@acme.example`;
    const id = await addSender({ email });
    await check();
    const other = { ...smtp, host: 'other.example' };
    // While the first one is checked, the second one is connected.
    setClock(Date.now() + dayMs);
    const dns = await startNameServer(goodZone);
    const resolveMx = dns.resolveMx.bind(dns);
    let isConnected = false;
    dns.resolveMx = async (name) => {
      if (!isConnected) expect(await addSender({ email, smtp: other })).toBe(id);
      isConnected = true;

      return resolveMx(name);
    };
    await checkHealth({ ...connected(), senderDns: () => dns });
    expect(isConnected).toBe(true);
    await check();

    expect(await healthOf(id)).toMatchObject({ spf: 'fail' });
  });

  test('is checked while the account is paused, and not while it is disconnected or in error', async () => {
    const [paused, gone, refused] = await Promise.all([addSender(), addSender(), addSender()]);
    await commitNow(
      workspaceId,
      await planAccountUpdate(connected(), workspaceId, paused, { status: 'paused' }),
    );
    await commitNow(workspaceId, await planDisconnection(connected(), workspaceId, gone));
    const update = accountKey(workspaceId, refused);
    await connected().table.update({ update, set: { status: 'error' } });
    expect(await dueAt(gone)).toBeUndefined();
    await check();

    expect(await healthOf(paused)).toMatchObject({ spf: 'pass' });
    expect([await healthOf(gone), await healthOf(refused)]).toEqual([null, null]);
    expect([await dueAt(gone), await dueAt(refused)]).toEqual([undefined, undefined]);
  });

  test('is checked within a minute after a reconnection with the same id', async () => {
    const email = `anna-${addresses++}@acme.example`;
    const id = await addSender({ email });
    await commitNow(workspaceId, await planDisconnection(connected(), workspaceId, id));
    expect(await check()).toEqual([]);
    expect(await addSender({ email })).toBe(id);
    await check();

    expect(await healthOf(id)).toMatchObject({ spf: 'pass' });
  });

  test('that cannot be checked does not block others and is checked again', async () => {
    const [broken, whole] = await Promise.all([addSender(), addSender()]);
    const { table } = connected();
    await table.update({ update: settingsKey(workspaceId, broken), remove: ['smtp'] });
    await expect(check()).rejects.toThrow(AggregateError);

    expect(await healthOf(whole)).toMatchObject({ spf: 'pass' });
    expect(await check()).toEqual([]);
    await table.update({ update: settingsKey(workspaceId, broken), set: { smtp } });
    setClock(Date.now() + hourMs + 1);
    await check();
    expect(await healthOf(broken)).toMatchObject({ spf: 'pass' });
  });

  test('is checked by one of two concurrent runs, and for many accounts by consecutive runs', async () => {
    const ids = await Promise.all(Array.from({ length: 24 }, () => addSender()));
    const dns = await startNameServer({});
    let looks = 0;
    const run = () =>
      checkHealth({
        ...connected(),
        senderDns: () => {
          looks += 1;

          return anotherResolver(dns);
        },
      });
    await Promise.all([run(), run()]);
    const done = (await Promise.all(ids.map(healthOf))).filter((health) => health !== null);
    expect(done.length).toBeGreaterThan(0);
    expect(looks).toBe(done.length);
    for (let more = 0; more < ids.length && looks < ids.length; more += 1) await run();

    expect((await Promise.all(ids.map(healthOf))).filter((health) => health === null)).toEqual([]);
    expect(looks).toBe(ids.length);
  });

  test('is checked by the function, which also succeeds without due accounts', async () => {
    await expect(checkHealthFunction({}, context)).resolves.toBeUndefined();
  });
});
