import { hash, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { passwordContext, settingsKey } from '#lib/email-accounts/items.ts';
import { handler } from '../../../functions/connect/smtp.ts';
import { handler as get } from '../../../functions/email-accounts/get.ts';
import { findFreePort } from '../../../infra/local/engines/loopback.ts';
import { call, type TestReply, type TestRequest } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace, useStack, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { type MailServer, startMailServer } from '../../workers/support/mail-server.ts';
import { commitNow, uniqueEmail } from '../support/seed.ts';
import { expectNothingWritten, expectProblem } from '../support/subject.ts';
import { readTableAsText } from '../support/table-dump.ts';

let workspace: Workspace;
let cookie: string;
let mail: MailServer;

beforeAll(async () => {
  [workspace, mail] = await Promise.all([newWorkspace(), startMailServer()]);
});
beforeEach(async () => {
  // Attempts are counted per user.
  cookie = await newCookie(await newUser(workspace.workspaceId));
  mail.behaviour = { kind: 'accept' };
  mail.logins.count = 0;
});

const password = 'correct horse battery staple';
const smtp = () => ({ host: '127.0.0.1', port: mail.port, secure: false });
const imap = () => ({ ...useStack().mail.imap, secure: false });
const form = (changes: Record<string, unknown> = {}) => ({
  email: uniqueEmail(),
  password,
  smtp: smtp(),
  imap: imap(),
  ...changes,
});

async function connect(body: unknown, changes: Partial<TestRequest> = {}) {
  const request = { method: 'POST' as const, path: '/connect/smtp', cookie, body };
  const reply = await call(handler, { ...request, ...changes });
  expectDocumented('connect.smtp', reply);

  return reply;
}

const read = (id: string) =>
  call(get, { method: 'GET', path: `/email-accounts/${id}`, params: { id }, apiKey: workspace.apiKey });

const problemsOf = ({ body }: { body: { error: { details: { path: string; message: string }[] } } }) =>
  body.error.details;
const pathsOf = (reply: Parameters<typeof problemsOf>[0]) => problemsOf(reply).map(({ path }) => path);

describe('accepts', () => {
  test('a mailbox that both servers accept, and returns it as it is read later', async () => {
    const body = form({ fromName: 'Ann', dailyLimit: 20 });
    const { status, headers, body: account } = await connect(body);

    expect(status).toBe(201);
    expect(headers['location']).toBe(`/email-accounts/${account.id}`);
    expect(account).toMatchObject({
      email: body.email,
      status: 'connected',
      provider: 'smtp',
      fromName: 'Ann',
      dailyLimit: 20,
      smtp: { ...smtp(), username: body.email },
      imap: { ...imap(), username: body.email },
      minGapSeconds: 120,
      maxGapSeconds: 600,
      sentToday: 0,
      remainingToday: 10,
    });
    expect((await read(account.id)).body).toEqual(account);
    expect(mail.logins.count).toBe(1);
    const settings = await connected().table.get(settingsKey(workspace.workspaceId, account.id));
    const vault = kmsVault(connected());
    expect(
      await vault.open(
        workspace.workspaceId,
        passwordContext(account.id, account.smtp),
        String(settings?.['sealedPassword']),
      ),
    ).toBe(password);
  });

  test('a mailbox without reading replies', async () => {
    const { status, body } = await connect(form({ imap: null }));

    expect([status, body.imap]).toEqual([201, null]);
  });

  test('an address that was connected before: its account keeps its id and missing fields', async () => {
    const body = form({ fromName: 'Ann', dailyLimit: 20, imapPassword: 'another' });
    const { body: first } = await connect(body);
    await commitNow(
      workspace.workspaceId,
      await planDisconnection(connected(), workspace.workspaceId, first.id),
    );
    const { email } = body;
    const again = await connect({ email: email.toUpperCase(), password: 'new', maxGapSeconds: 900 });

    expect(again.status).toBe(200);
    expect(again.headers).not.toHaveProperty('location');
    expect(again.body).toEqual({ ...first, maxGapSeconds: 900, updatedAt: again.body.updatedAt });
    expect((await read(first.id)).body).toEqual(again.body);
  });

  test('a server that has moved: missing values stay the same', async () => {
    const body = form({ smtp: { ...smtp(), username: 'login' } });
    await connect(body);
    const { email } = body;
    const moved = await connect({ email, password, smtp: { username: 'other' } });

    expect(moved.body).toMatchObject({ smtp: { ...smtp(), username: 'other' }, imap: imap() });
  });
});

describe('two concurrent requests', () => {
  test('connect an address once, and each logs in once, although one is retried', async () => {
    const body = form();
    const replies = await Promise.all([connect(body), connect(body), connect(body)]);

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    expect(mail.logins.count).toBe(3);
  });

  test('with one Idempotency-Key get one response, and a repeat does not log in again', async () => {
    const [body, headers] = [form(), { 'Idempotency-Key': randomUUID() }];
    const replies = await Promise.all([connect(body, { headers }), connect(body, { headers })]);
    const logins = mail.logins.count;
    const repeat = await connect(body, { headers });

    for (const { status, text } of [...replies, repeat]) {
      expect([status, text]).toEqual([201, replies[0]?.text]);
    }
    expect(repeat.headers).toMatchObject({ 'idempotency-replayed': 'true' });
    expect(repeat.headers).not.toHaveProperty('idempotency-mismatch');
    expect(mail.logins.count).toBe(logins);
  });
});

test('stored request hashes do not help to guess a password', async () => {
  const [body, headers] = [JSON.stringify(form()), { 'Idempotency-Key': randomUUID() }];
  await connect(body, { headers });
  const stolen = await readTableAsText();

  expect(stolen).toContain('requestHash');
  expect(stolen).not.toContain(hash('sha256', `false ${body}`, 'base64url'));
  const other = await connect(form(), { headers });
  expect(other.headers).toMatchObject({ 'idempotency-mismatch': 'body' });
});

describe('rejects without a write', () => {
  /** In a workspace without concurrent changes. */
  const refused = async (body: unknown) => {
    const quiet = await newWorkspace();
    const somebody = await newCookie(await newUser(quiet.workspaceId));

    return expectNothingWritten({ workspace: quiet }, async () => {
      const reply = await connect(body, { cookie: somebody });
      expectProblem(reply, 422, 'VALIDATION_ERROR');

      return reply;
    });
  };

  test('a malformed body, with all faults, without a connection to a server', async () => {
    const body = {
      email: 'nobody',
      smtp: { port: 0, tls: true },
      imap: { host: 'h'.repeat(254) },
      dailyLimit: 501,
    };

    expect(pathsOf(await refused(body)).sort()).toEqual([
      'dailyLimit',
      'email',
      'imap.host',
      'password',
      'smtp.port',
      'smtp.tls',
    ]);
    expect(mail.logins.count).toBe(0);
  });

  test('a password that both servers reject, naming each server, and contradictory gaps', async () => {
    mail.behaviour = { kind: 'refuse', at: 'auth', code: 535 };
    const reply = await refused(form({ password: 'wrong', minGapSeconds: 500, maxGapSeconds: 400 }));

    expect(pathsOf(reply)).toEqual(['maxGapSeconds', 'password', 'password']);
    expect(problemsOf(reply).map(({ message }) => message)).toEqual([
      'must not be less than minGapSeconds',
      `the mail server 127.0.0.1:${mail.port} rejected the user name or the password`,
      `the inbox server 127.0.0.1:${imap().port} rejected the user name or the password`,
    ]);
  });

  test('a wrong IMAP password', async () => {
    expect(pathsOf(await refused(form({ imapPassword: 'wrong' })))).toEqual(['imapPassword']);
  });

  test('unreachable servers', async () => {
    const nobody = { host: '127.0.0.1', port: await findFreePort('nobody') };
    const reply = await refused(form({ smtp: nobody, imap: { host: 'mail.example.invalid' } }));

    expect(problemsOf(reply).map(({ path, message }) => [path, message])).toEqual([
      ['smtp.host', `the mail server 127.0.0.1:${nobody.port} cannot be used: it refused the connection`],
      ['imap.host', 'the inbox server mail.example.invalid:993 cannot be used: the host does not exist'],
    ]);
  });

  test.each(['10.1.2.3', '169.254.169.254', '[::1]', 'mail.internal', 'metadata'])(
    'the private host %s',
    async (host) => {
      const reply = await refused(form({ smtp: { host, port: 465 } }));

      expect(problemsOf(reply)).toMatchObject([
        { path: 'smtp.host', message: expect.stringContaining('must be a public host') },
      ]);
    },
  );

  test('a server that is temporarily unavailable', async () => {
    mail.behaviour = { kind: 'refuse', at: 'auth', code: 421 };

    expect(problemsOf(await refused(form()))).toMatchObject([{ path: 'smtp.host', rule: 'busy' }]);
  });

  test('unknown servers, with the fields to set', async () => {
    const reply = await refused({ email: 'me@nobody.invalid', password });

    expect(pathsOf(reply)).toEqual(['smtp', 'imap']);
    expect(reply.body.error.message).toContain('set its host');
  });

  test('an unknown server together with a password that the other one rejects', async () => {
    mail.behaviour = { kind: 'refuse', at: 'auth', code: 535 };
    const reply = await refused({ email: 'me@nobody.invalid', password, smtp: smtp() });

    expect(pathsOf(reply)).toEqual(['imap', 'password']);
  });
});

test('an API key is rejected', async () => {
  const reply = await connect(form(), { cookie: undefined, apiKey: workspace.apiKey });

  expectProblem(reply, 401, 'UNAUTHORIZED');
  expect(mail.logins.count).toBe(0);
});

test('a user has twenty attempts per 15 minutes, successful or not, independent of other users', async () => {
  mail.behaviour = { kind: 'refuse', at: 'auth', code: 535 };
  const at = Date.now();
  const body = form({ imap: null });
  const replies: TestReply[] = [];
  for (let each = 0; each < 25; each++) replies.push(await connect(body, { at }));

  expect(replies.filter(({ status }) => status === 422)).toHaveLength(20);
  const [over] = replies.filter(({ status }) => status === 429);
  expect(over?.headers).toMatchObject({ 'x-ratelimit-limit': '20', 'retry-after': '900' });
  expect(mail.logins.count).toBe(20);
  const colleague = await newCookie(await newUser(workspace.workspaceId));
  expect((await connect(body, { at, cookie: colleague })).status).toBe(422);
  expect((await connect(body, { at: at + 900_000 })).status).toBe(422);
});
