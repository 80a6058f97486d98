import { beforeAll, describe, expect, test } from 'vitest';
import { findAccount, sendCountUpdate } from '#lib/email-accounts/email-accounts.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { TransactionRefused } from '#lib/storage/table.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { handler as get } from '../../../functions/email-accounts/get.ts';
import { handler as update } from '../../../functions/email-accounts/update.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addAccount } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
let id: string;
const read = async (of = id) =>
  (await call(get, { method: 'GET', path: '/email-accounts', params: { id: of }, apiKey: workspace.apiKey }))
    .body;
const patch = (body: Record<string, unknown>, of = id, apiKey = workspace.apiKey) =>
  call(update, { method: 'PATCH', path: `/email-accounts/${of}`, params: { id: of }, apiKey, body });
const setStatus = (status: string) =>
  connected().table.update({ update: accountKey(workspace.workspaceId, id), set: { status } });

beforeAll(async () => {
  workspace = await newWorkspace();
  id = await addAccount(workspace.workspaceId, { rampUp: undefined });
});

describe('accepts', () => {
  test('each setting, which is read back; missing fields keep their values', async () => {
    const before = await read();
    const given = {
      fromName: 'Zoë of Acme',
      replyTo: 'replies@example.org',
      signatureHtml: '<p>Zoë · <a href="https://acme.example">Acme</a></p>',
      dailyLimit: 80,
      minGapSeconds: 30,
      maxGapSeconds: 90,
      rampUp: { enabled: false, startPerDay: 3, increment: 1 },
      timezone: 'America/New_York',
      trackingDomain: 'Links.Acme.example',
    };
    const { status, body } = await patch(given);

    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      ...given,
      trackingDomain: 'links.acme.example',
      trackingDomainStatus: 'pending',
      trackingDomainToken: expect.stringMatching(/^outreach-verification=[0-9a-f]{32}$/),
      remainingToday: 80,
      updatedAt: expect.any(String),
    });
    expect(body.updatedAt > before.updatedAt).toBe(true);
    expect(await read()).toEqual(body);
    expect((await patch({ dailyLimit: 81 })).body).toMatchObject({
      ...given,
      dailyLimit: 81,
      trackingDomain: 'links.acme.example',
    });
  });

  test('null, which clears a field', async () => {
    await patch({
      fromName: 'Ann',
      replyTo: 'a@example.org',
      signatureHtml: 'x',
      trackingDomain: 'a.example.com',
    });
    const cleared = { fromName: null, replyTo: null, signatureHtml: null, trackingDomain: null };

    expect((await patch(cleared)).body).toMatchObject({
      ...cleared,
      trackingDomainStatus: null,
      trackingDomainToken: null,
    });
  });

  test('pausing and resuming, each idempotent', async () => {
    for (const status of ['paused', 'paused', 'connected', 'connected']) {
      expect((await patch({ status })).body.status).toBe(status);
    }
  });

  test('an empty patch, and changes nothing', async () => {
    const before = await read();

    expect((await patch({})).body.updatedAt).toBe(before.updatedAt);
  });

  test('a signature, which is sanitised', async () => {
    const { body } = await patch({
      signatureHtml: '<p onclick="x()">Hi<script>alert(1)</script><img src="http://a" alt="A"></p><b>',
    });

    expect(body.signatureHtml).toBe('<p>Hi<img alt="A"></p><b></b>');
  });

  test('concurrent changes, and keeps all of them', async () => {
    const changes = [{ fromName: 'One' }, { dailyLimit: 44 }, { timezone: 'Asia/Tokyo' }];
    const replies = await Promise.all(changes.map((body) => patch(body)));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await read()).toMatchObject(Object.assign({}, ...changes));
  });

  test('a time zone where it is tomorrow or yesterday, and counts the emails of today on the same day', async () => {
    const timezone = 'Pacific/Pago_Pago';
    const account = await addAccount(workspace.workspaceId, { dailyLimit: 50 });
    await patch({ timezone, dailyLimit: 50, rampUp: { enabled: false } }, account);
    await connected().table.update({
      update: accountKey(workspace.workspaceId, account),
      set: { sentDay: localDate(Date.now(), timezone), sentToday: 50, sendingDays: 1 },
    });
    // 25 hours ahead, so that it is always a later date.
    for (const other of ['Pacific/Kiritimati', timezone, 'Europe/Oslo']) {
      expect((await patch({ timezone: other }, account)).body).toMatchObject({
        timezone: other,
        sentToday: 50,
        remainingToday: 0,
      });
    }
  });

  test('a time zone, and begins the next day with no emails', async () => {
    const account = await addAccount(workspace.workspaceId);
    const set = { sentDay: '2026-01-01', sentToday: 50, sendingDays: 1 };
    await connected().table.update({ update: accountKey(workspace.workspaceId, account), set });

    expect((await patch({ timezone: 'Pacific/Kiritimati' }, account)).body.sentToday).toBe(0);
  });

  test('changes during sending, without losing a change or a count', async () => {
    const account = await addAccount(workspace.workspaceId);
    const { table } = connected();
    let sent = 0;
    const sendOne = async (now: number) => {
      const current = await findAccount(table, workspace.workspaceId, account);
      if (!current) return;
      try {
        await table.transact([sendCountUpdate(workspace.workspaceId, { ...current, minGapSeconds: 0 }, now)]);
        sent += 1;
      } catch (error) {
        // A concurrent count was faster: this one was rejected.
        if (!(error instanceof TransactionRefused)) throw error;
      }
    };
    const now = Date.now();
    const senders = Array.from({ length: 4 }, async () => {
      for (let mail = 0; mail < 10; mail++) await sendOne(now);
    });
    for (let change = 1; change <= 10; change++) {
      expect((await patch({ dailyLimit: 100 + change, fromName: `Change ${change}` }, account)).status).toBe(
        200,
      );
    }
    await Promise.all(senders);

    expect(sent).toBeGreaterThan(0);
    expect(await read(account)).toMatchObject({
      sentToday: sent,
      dailyLimit: 110,
      remainingToday: 110 - sent,
      fromName: 'Change 10',
    });
  });
});

test('the item that every email writes stays below 1 KB with the longest settings', async () => {
  const email = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(59)}.example`;
  const server = { host: `${'h'.repeat(249)}.com`, port: 65_535, secure: false, username: 'u'.repeat(320) };
  const long = await addAccount(workspace.workspaceId, { email, smtp: server, password: 'p'.repeat(1000) });
  const { status } = await patch(
    {
      fromName: 'Ü'.repeat(100),
      signatureHtml: 'x'.repeat(20_480),
      timezone: 'America/Argentina/ComodRivadavia',
      trackingDomain: `${'t'.repeat(60)}.example`,
      dailyLimit: 499,
      minGapSeconds: 86_399,
      maxGapSeconds: 86_400,
      rampUp: { enabled: true, startPerDay: 499, increment: 499 },
    },
    long,
  );
  const counters = {
    sentDay: '2026-11-20',
    sentToday: 499,
    sendingDays: 9999,
    slotDay: '2026-11-20',
    slotsToday: 499,
    coolDowns: 9999,
    coolDownFor: 'unreachable',
  };
  const item = await connected().table.update({
    update: accountKey(workspace.workspaceId, long),
    set: { ...counters, nextSendAt: Date.now(), slotAt: Date.now(), status: 'disconnected' },
  });

  expect(status).toBe(200);
  // Longer than the size that DynamoDB counts, because of quotes and colons.
  expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(1024);
});

test('a field that is missing in rampUp keeps its value', async () => {
  await patch({ rampUp: { enabled: false, startPerDay: 7, increment: 3 } });
  const { status, body } = await patch({ rampUp: { enabled: true } });

  expect(status).toBe(200);
  expect(body.rampUp).toEqual({ enabled: true, startPerDay: 7, increment: 3 });
});

describe('rejects', () => {
  const wrong: [string, Record<string, unknown>, string][] = [
    ['a limit of 501', { dailyLimit: 501 }, 'dailyLimit'],
    ['no limit', { dailyLimit: null }, 'dailyLimit'],
    ['a gap of 9 seconds', { minGapSeconds: 9 }, 'minGapSeconds'],
    ['a smallest gap above the largest', { minGapSeconds: 500, maxGapSeconds: 400 }, 'maxGapSeconds'],
    ['a smallest gap above the current largest', { minGapSeconds: 86_400 }, 'minGapSeconds'],
    ['a largest gap below the current smallest', { maxGapSeconds: 10 }, 'maxGapSeconds'],
    ['a time zone that does not exist', { timezone: 'Europe/Atlantis' }, 'timezone'],
    ['an offset instead of a time zone', { timezone: '+01:00' }, 'timezone'],
    ['a ramp that starts at 0 emails', { rampUp: { startPerDay: 0 } }, 'rampUp.startPerDay'],
    ['two addresses', { replyTo: 'a@example.org,b@example.org' }, 'replyTo'],
    ['a signature of 20 KB and a character', { signatureHtml: 'x'.repeat(20_481) }, 'signatureHtml'],
    ['a signature that is 20 KB once escaped', { signatureHtml: '<'.repeat(6000) }, 'signatureHtml'],
    ['a private host', { trackingDomain: 'mail.internal' }, 'trackingDomain'],
    ['an address for a domain', { trackingDomain: '192.0.2.1' }, 'trackingDomain'],
    ['a URL for a domain', { trackingDomain: 'https://a.example.com/' }, 'trackingDomain'],
    ['a path after a domain', { trackingDomain: 'a.example.com/x' }, 'trackingDomain'],
    ['a line break in a domain', { trackingDomain: 'a.example.com\r\nx' }, 'trackingDomain'],
    ['a status that cannot be set', { status: 'error' }, 'status'],
    ['a password', { password: 'x' }, 'password'],
    ['another mail server', { smtp: { host: 'a' } }, 'smtp'],
    ['another address', { email: 'a@example.org' }, 'email'],
    ['a counter', { sentToday: 0 }, 'sentToday'],
    ['its health', { health: null }, 'health'],
    ['a setting that would have no effect', { saveToSent: true }, 'saveToSent'],
  ];
  beforeAll(() => patch({ minGapSeconds: 100, maxGapSeconds: 200 }));

  test.each(wrong)('%s, naming the field', async (_, body, path) => {
    const reply = await patch(body);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toContain(path);
  });

  test('several faults, naming all fields', async () => {
    const body = { minGapSeconds: 300, trackingDomain: 'localhost', signatureHtml: '<'.repeat(6000) };

    expect(pathsOf(await patch(body)).sort()).toEqual(['minGapSeconds', 'signatureHtml', 'trackingDomain']);
  });

  test.each(['error', 'disconnected'])(
    'a new status while it is %s, because it needs new credentials',
    async (status) => {
      await setStatus(status);
      for (const wanted of ['connected', 'paused']) {
        const reply = await patch({ status: wanted });

        expect(pathsOf(reply)).toEqual(['status']);
        expect(reply.body.error.message).toContain('reconnect');
      }
      expect((await patch({ fromName: 'Still editable' })).body).toMatchObject({
        status,
        fromName: 'Still editable',
      });
      await setStatus('connected');
    },
  );
});

test('a key with an expiry cannot change where replies and links lead, because the change would outlive it', async () => {
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const { key } = await issueApiKey(connected(), workspace.workspaceId, {
    name: 'temporary',
    scope: 'full-access',
    expiresAt,
  });
  const before = await read();
  const refused = [
    await patch({ replyTo: 'mallory@example.net' }, id, key),
    await patch({ replyTo: null, fromName: 'Mallory' }, id, key),
    await patch({ trackingDomain: 'links.example.net' }, id, key),
  ];

  for (const reply of refused) expectProblem(reply, 403, 'FORBIDDEN');
  expect(await read()).toEqual(before);
  expect(await patch({ dailyLimit: 77 }, id, key)).toMatchObject({ status: 200, body: { dailyLimit: 77 } });
});
