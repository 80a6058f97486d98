import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { settingsKey } from '#lib/email-accounts/items.ts';
import type { Table } from '#lib/storage/table.ts';
import { planUserRemoval, planUserUpdate } from '#lib/users/users.ts';
import { handler } from '../../../functions/connect/smtp.ts';
import { handler as get } from '../../../functions/email-accounts/get.ts';
import { setPassword } from '../../../infra/admin/users.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { type MailServer, startMailServer } from '../../workers/support/mail-server.ts';
import { commitNow, uniqueEmail } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';

let workspace: Workspace;
/** The server of the mailbox, and the server of a person who wants its emails. */
let theirs: MailServer;
let other: MailServer;
let owner: TestUser;
let member: TestUser;
let colleague: TestUser;

beforeAll(async () => {
  [workspace, theirs, other] = await Promise.all([newWorkspace(), startMailServer(), startMailServer()]);
});
beforeEach(async () => {
  const { workspaceId } = workspace;
  [owner, member, colleague] = await Promise.all([
    newUser(workspaceId),
    newUser(workspaceId, { role: 'member' }),
    newUser(workspaceId, { role: 'member' }),
  ]);
  theirs.behaviour = { kind: 'accept' };
  other.behaviour = { kind: 'accept' };
});

const password = 'correct horse battery staple';
const at = ({ port }: MailServer) => ({ host: '127.0.0.1', port, secure: false });

async function connect(user: TestUser, body: Record<string, unknown>) {
  const cookie = await newCookie(user);
  const reply = await call(handler, {
    method: 'POST',
    path: '/connect/smtp',
    cookie,
    body: { imap: null, ...body },
  });
  expectDocumented('connect.smtp', reply);

  return reply;
}

async function connectAs(user: TestUser) {
  const email = uniqueEmail();
  const { body } = await connect(user, { email, password, smtp: at(theirs) });

  return { email, id: body.id as string };
}

const read = async (id: string) =>
  (
    await call(get, {
      method: 'GET',
      path: `/email-accounts/${id}`,
      params: { id },
      apiKey: workspace.apiKey,
    })
  ).body;

describe('a member', () => {
  test('cannot exchange the server, the user name or the inbox of a mailbox that an owner connected', async () => {
    const { email, id } = await connectAs(owner);
    const before = await read(id);
    const replies = [
      await connect(member, { email, password: 'anything', smtp: at(other) }),
      await connect(member, { email, password, currentPassword: password, smtp: at(other) }),
      await connect(member, { email, password, smtp: { ...at(theirs), username: 'another' } }),
      await connect(member, { email, password, imap: { host: 'localhost', port: 1 } }),
    ];

    for (const reply of replies.slice(0, 3)) expectProblem(reply, 403, 'FORBIDDEN');
    expect(replies[3]?.status).toBe(422);
    expect(await read(id)).toEqual(before);
    expect(before).toMatchObject({ connectedBy: owner.userId });
  });

  test('cannot exchange the server of a mailbox that was disconnected', async () => {
    const { email, id } = await connectAs(member);
    await commitNow(workspace.workspaceId, await planDisconnection(connected(), workspace.workspaceId, id));

    expectProblem(
      await connect(member, { email, password, currentPassword: password, smtp: at(other) }),
      403,
      'FORBIDDEN',
    );
  });

  test('cannot exchange the server of a mailbox with tokens of its provider', async () => {
    const services = { ...connected(), vault: kmsVault(connected()) };
    const email = uniqueEmail();
    const tokens = { accessToken: 'access', refreshToken: 'refresh', lifetimeSeconds: 3600 };
    const smtp = { host: 'smtp.gmail.com', port: 465, secure: true, username: email };
    const grant = { provider: 'google' as const, tokens };
    const author = { id: member.userId, role: 'member' as const };
    const change = await connectAccount(services, workspace.workspaceId, { email, smtp, grant }, author);
    await commitNow(workspace.workspaceId, change);

    expectProblem(await connect(member, { email, password, smtp: at(other) }), 403, 'FORBIDDEN');
  });

  test.each([
    ['an owner', () => owner],
    ['a colleague', () => colleague],
  ])(
    'connects a mailbox of %s with a new password at the same server, and gets no right to exchange it',
    async (_, first) => {
      const { email, id } = await connectAs(first());
      const { status, body } = await connect(member, { email, password: 'changed', smtp: at(theirs) });

      expect([status, body.id]).toEqual([200, id]);
      expect(body).toMatchObject({ connectedBy: first().userId });
      const exchange = { email, password: 'another', currentPassword: 'changed', smtp: at(other) };
      expectProblem(await connect(member, exchange), 403, 'FORBIDDEN');
      expect(await read(id)).toMatchObject({ smtp: at(theirs), connectedBy: first().userId });
    },
  );
});

describe('the member who connected a mailbox', () => {
  test('exchanges its server with the present password', async () => {
    const { email, id } = await connectAs(member);
    const wrong = await connect(member, { email, password: 'another', smtp: at(other) });
    expectProblem(wrong, 422, 'VALIDATION_ERROR');
    expect(wrong.body.error.details).toMatchObject([{ path: 'currentPassword' }]);

    const exchange = { email, password: 'another', currentPassword: password, smtp: at(other) };
    expect(await connect(member, exchange)).toMatchObject({
      status: 200,
      body: { id, smtp: at(other), connectedBy: member.userId },
    });
    const text = JSON.stringify(await connected().table.get(settingsKey(workspace.workspaceId, id)));
    expect(text).not.toContain(password);
  });

  test('exchanges its server with one read of the account', async () => {
    const { email, id } = await connectAs(member);
    const services = { ...connected(), vault: kmsVault(connected()) };
    let reads = 0;
    const table: Table = {
      ...services.table,
      getMany: (keys) => {
        reads += keys.filter(({ sk }) => sk === id).length;

        return services.table.getMany(keys);
      },
    };
    const input = { email, password, imap: null, smtp: { ...at(other), username: email } };
    const author = { id: member.userId, role: 'member' as const };
    const change = await connectAccount({ ...services, table }, workspace.workspaceId, input, author);

    expect([change.result.id, reads]).toEqual([id, 1]);
  });

  test.each([
    ['an owner has connected it', () => owner, 403],
    ['a colleague has connected it with a password that the member does not know', () => colleague, 422],
  ])('cannot exchange it after %s', async (_, second, status) => {
    const { email } = await connectAs(member);
    await connect(second(), { email, password: 'changed', smtp: at(theirs) });

    expect((await connect(member, { email, password, smtp: at(other) })).status).toBe(status);
  });
});

test('an owner and the operator exchange servers without the present password', async () => {
  const { email, id } = await connectAs(member);
  const exchanged = await connect(owner, { email, password: 'another', smtp: at(other) });

  expect(exchanged).toMatchObject({ status: 200, body: { id } });
  const services = { ...connected(), vault: kmsVault(connected()) };
  const input = { email, password, smtp: { ...at(theirs), username: email } };
  const change = await connectAccount(services, workspace.workspaceId, input, operatorAuthor);
  await commitNow(workspace.workspaceId, change);
  expect(await read(id)).toMatchObject({ connectedBy: 'operator' });
});

const callerIn = (workspaceId: string) =>
  ({
    kind: 'api_key',
    id: 'key_x',
    name: 'key',
    workspaceId,
    scope: 'full-access',
    expiresAt: undefined,
  }) as const;

describe('a person who loses authority while the mail server delays the login', () => {
  const inWorkspace = () => workspace.workspaceId;
  const ends: Record<string, (user: TestUser) => Promise<unknown>> = {
    removed: async ({ userId }) =>
      commitNow(inWorkspace(), await planUserRemoval(connected(), inWorkspace(), userId)),
    demoted: async ({ userId }) =>
      commitNow(
        inWorkspace(),
        await planUserUpdate(connected(), callerIn(inWorkspace()), userId, { role: 'viewer' }),
      ),
    'without a session': ({ email }) => setPassword(connected(), { email, password: 'yet another horse' }),
  };

  test.each(Object.entries(ends))('%s, connects no mailbox', async (_, end) => {
    const { email, id } = await connectAs(owner);
    const leaver = await newUser(workspace.workspaceId);
    const before = await read(id);
    other.whileLoggingIn = async () => void (await end(leaver));
    const reply = await connect(leaver, { email, password: 'anything', smtp: at(other) });
    delete other.whileLoggingIn;

    expectProblem(reply, 401, 'UNAUTHORIZED');
    expect(await read(id)).toEqual(before);
  });
});
