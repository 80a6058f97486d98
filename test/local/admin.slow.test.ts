import { beforeAll, expect, inject, test } from 'vitest';
import { logInUser } from '#lib/auth/login.ts';
import { findUserWorkspace } from '#lib/auth/stored-user.ts';
import { senderKey } from '#lib/direct-emails/items.ts';
import { newId } from '#lib/values/ids.ts';
import { createWorkspace } from '#lib/workspaces/workspaces.ts';
import { addApiKey } from '../api/support/seed.ts';
import { connected } from '../support/stack.ts';
import { newUser } from '../support/users.ts';
import { admin as runAdmin } from './support/admin-command.ts';

let workspaceId = '';
const email = `operator-${process.pid}-${Date.now()}@example.com`;

const admin = (input: string, ...options: string[]) => runAdmin(input, options, inject('stack').environment);
const readSender = async (): Promise<Record<string, string> | undefined> =>
  connected().table.get(senderKey) as Promise<Record<string, string> | undefined>;
const create = (password: string, ...more: string[]) =>
  admin(password, 'create-user', '--workspace', workspaceId, '--email', email, '--password-stdin', ...more);
const canLogIn = (password: string) =>
  logInUser(connected(), { email, password, sourceIp: '203.0.113.7', cookies: '', now: Date.now() });

beforeAll(async () => {
  workspaceId = (await createWorkspace(connected(), 'Operators')).id;
});

test('an operator creates a user once and changes the user’s password', async () => {
  const made = await create('a password with spaces \n', '--name', 'Ada');
  expect(made).toMatchObject({ status: 0, errors: '' });
  expect(JSON.parse(made.output)).toEqual({
    id: expect.stringMatching(/^usr_/),
    email,
    name: 'Ada',
    role: 'owner',
  });
  // The line ends with a line feed, the password with a space.
  expect((await canLogIn('a password with spaces ')).result).toMatchObject({ workspaceId });

  expect(await create('another password')).toMatchObject({
    status: 1,
    output: '',
    errors: 'email: belongs to a user already\n',
  });

  const set = await admin('quite another password\n', 'set-password', '--email', email, '--password-stdin');
  expect(JSON.parse(set.output)).toEqual(JSON.parse(made.output));
  await expect(canLogIn('a password with spaces ')).rejects.toThrow('wrong');
  expect((await canLogIn('quite another password')).result).toMatchObject({ workspaceId });
}, 60_000);

test('an operator recounts a workspace', async () => {
  const { status, output } = await admin('', 'recount', '--workspace', workspaceId);

  expect(status).toBe(0);
  expect(JSON.parse(output)).toMatchObject({ workspaceId, repair: false, statistics: [], campaigns: [] });
}, 60_000);

test('an invalid password or email is reported by its field', async () => {
  const [short, unknown, argument] = await Promise.all([
    create('too short\n'),
    admin('a long enough one', 'set-password', '--email', `x${email}`, '--password-stdin'),
    admin('', 'create-user', '--workspace', workspaceId, '--email', email),
  ]);

  expect(short.errors).toBe('password: must have at least 12 characters\n');
  expect(unknown.errors).toBe('email: belongs to no user\n');
  expect(argument.errors).toContain('--password-stdin');
  expect((await admin('', 'set-password', '--email', email, '--password-stdin')).errors).toBe(
    'Standard input is empty: it must have the password.\n',
  );
}, 60_000);

test('an operator sets the mailbox that sends the emails of the service, which must be connected', async () => {
  const { workspaceId: id = '', emailAccountId = '', pagesUrl = '' } = { ...(await readSender()) };
  const set = (account: string) =>
    admin('', 'set-sender', ...['--workspace', id, '--account', account, '--dashboard', pagesUrl]);
  const [refused, accepted] = [await set(newId('acc', Date.now())), await set(emailAccountId)];

  expect(refused).toMatchObject({ status: 1, errors: 'account: is not connected\n' });
  expect(accepted).toMatchObject({ status: 0, errors: '' });
  expect(JSON.parse(accepted.output)).toEqual({ workspaceId: id, emailAccountId, pagesUrl });
}, 60_000);

test('the mailbox of the service cannot be in a workspace with a user or an API key', async () => {
  const newWorkspaceId = async () => (await createWorkspace(connected(), 'Mailbox')).id;
  const [withUser, withKey] = [await newWorkspaceId(), await newWorkspaceId()];
  await Promise.all([newUser(withUser), addApiKey(withKey, 'operator')]);
  const set = (id: string) =>
    admin(
      '',
      'set-sender',
      ...['--workspace', id, '--account', 'acc_1', '--dashboard', 'https://a.example/'],
    );
  const refused = await Promise.all([withUser, withKey].map(set));

  const errors = 'workspace: has users or API keys, which could read the tokens of all workspaces\n';
  expect(refused).toMatchObject(Array(2).fill({ status: 1, errors }));
}, 60_000);

test('an operator removes a user of any workspace, and the address is free', async () => {
  const user = await newUser(newId('wsp', Date.now()));
  const removed = await admin('', 'remove-user', '--email', user.email);

  expect(JSON.parse(removed.output)).toEqual({ id: user.userId });
  expect(await findUserWorkspace(connected().table, user.email)).toBeUndefined();
  expect((await admin('', 'remove-user', '--email', user.email)).errors).toBe('email: belongs to no user\n');
}, 60_000);
