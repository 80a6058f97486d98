import { beforeAll, describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { passwordOf } from '#lib/email-accounts/credentials/credential.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { settingsKey } from '#lib/email-accounts/items.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { addAccount } from '../support/seed.ts';

let workspaceId: string;
beforeAll(async () => {
  ({ workspaceId } = await newWorkspace());
});

const smtp = { host: 'smtp.example.org', port: 587, secure: false, username: 'ada' };
const imap = { host: 'imap.example.org', port: 993, secure: true, username: 'ada' };
const password = 'correct horse battery staple';
const vault = () => kmsVault(connected());

async function openPassword(accountId: string, server: 'smtp' | 'imap') {
  const account = await findAccount(connected().table, workspaceId, accountId);

  return account && (await passwordOf(vault(), workspaceId, account, server)).password;
}

async function setSettings(accountId: string, set: Record<string, unknown>, remove: string[] = []) {
  await connected().table.update({ update: settingsKey(workspaceId, accountId), set, remove });
}

describe('the stored password of a mailbox', () => {
  test.each([
    ['host', 'smtp', { ...smtp, host: 'evil.example.net' }],
    ['port', 'smtp', { ...smtp, port: 2525 }],
    ['user name', 'smtp', { ...smtp, username: 'mallory' }],
    ['host', 'imap', { ...imap, host: 'evil.example.net' }],
    ['port', 'imap', { ...imap, port: 1993 }],
    ['user name', 'imap', { ...imap, username: 'mallory' }],
  ] as const)(
    'does not open after the stored %s of the %s server was rewritten',
    async (_, server, changed) => {
      const own = await addAccount(workspaceId, { smtp, imap, password, imapPassword: 'another' });
      const shared = await addAccount(workspaceId, { smtp, imap, password });
      for (const id of [own, shared]) {
        await setSettings(id, { [server]: changed });
        await expect(openPassword(id, server)).rejects.toThrow();
      }
    },
  );

  test('opens for the inbox server with the password of the SMTP server, but not without its own seal', async () => {
    const id = await addAccount(workspaceId, { smtp, imap, password });
    expect([await openPassword(id, 'smtp'), await openPassword(id, 'imap')]).toEqual([password, password]);
    await setSettings(id, {}, ['sealedImapPassword']);

    await expect(openPassword(id, 'imap')).rejects.toThrow();
  });
});
