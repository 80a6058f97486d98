import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { resetPassword } from '#lib/auth/password-reset.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { senderKey, serviceCountKey, serviceEmailKey } from '#lib/direct-emails/items.ts';
import { directEmailLimits } from '#lib/direct-emails/limits.ts';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { sendQueued } from '#lib/emails/send-queued.ts';
import { readDueWork } from '#lib/storage/worklist.ts';
import { acceptInvitation } from '#lib/users/accept-invitation.ts';
import { listInvitations, planInvitationRemoval } from '#lib/users/invitations.ts';
import { planReset } from '#lib/users/password-reset.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import type { ServiceEmailMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { addAccount, addContact, commitNow, invite, uniqueEmail } from '../../api/support/seed.ts';
import { readTableAsText } from '../../api/support/table-dump.ts';
import { useSender } from '../../support/emailed-token.ts';
import { connected } from '../../support/stack.ts';
import { newUser } from '../../support/users.ts';
import { takeCalls } from '../support/activity.ts';
import { monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { sendingBy, sendingWith, workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

let mail: MailServer;
let emailAccountId: string;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});
beforeEach(async () => {
  mail.behaviour = { kind: 'accept' };
  mail.received.length = 0;
  setClock(monday);
  await takeCalls('sends');
  emailAccountId = await addAccount(operatorId, sendingBy(mail));
  await useSender(operatorId, emailAccountId);
});

const minuteMs = 60_000;
/** The workspace of the operator’s mailbox. */
const operatorId = newId('wsp', Date.now());
const pageUrl = 'https://app.example.com/dashboard/accept-invitation';

async function invited(input: Record<string, unknown> = {}, into = workspaceId) {
  const email = uniqueEmail();
  const { id, token } = await invite(into, { email, ...input });
  const message = { workspaceId: into, serviceEmailId: id } satisfies ServiceEmailMessage;

  return { email, id, token, message };
}

async function emailOf(invitationId: string, into = workspaceId) {
  const { data } = await listInvitations(connected(), into, { limit: 100 });

  return data.find(({ id }) => id === invitationId)?.invitationEmail;
}

/** A received message without the soft line breaks of quoted-printable. */
const decoded = (raw: string) => raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');

const stopping = (isStop: (writes: string) => boolean, moment: 'before' | 'after') =>
  sendingWith((table) => ({
    transact: async (writes) => {
      const stops = isStop(JSON.stringify(writes));
      if (stops && moment === 'before') throw new Error('the worker stopped');
      await table.transact(writes);
      if (stops) throw new Error('the worker stopped');
    },
  }));

describe('an invitation by email', () => {
  test('is queued by its commit, and sent from the operator’s mailbox with a link that accepts it', async () => {
    const { email, id, token, message } = await invited();
    expect(await takeCalls('sends')).toEqual([message]);
    await consume(send, [message]);
    const [{ to, raw } = { to: [], raw: '' }] = mail.received;
    const text = decoded(raw);

    expect([to, mail.received.length]).toEqual([[email], 1]);
    expect(text).toContain(`\r\n${pageUrl}#token=${token}\r\n`);
    expect(text).toContain(`<a href="${pageUrl}#token=${token}">`);
    expect(text).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(text).not.toMatch(/List-Unsubscribe|\/t\/o\/|\/t\/c\/|\/u\//i);
    expect(await emailOf(id)).toMatchObject({ status: 'sent', error: null });
    const sent = /#token=(oin_\w+)/.exec(text)?.[1] ?? '';
    const request = { token: sent, password: 'correct horse battery', name: null, requestId: 'r' };
    const opened = await acceptInvitation(connected(), { ...request, userAgent: undefined, now: Date.now() });
    expect(opened.result.user.email).toBe(email);
  });

  test('fails if the operator’s mailbox is disconnected before it is sent', async () => {
    const { id, message } = await invited();
    await commitNow(operatorId, await planDisconnection(connected(), operatorId, emailAccountId));
    await consume(send, [message]);

    expect(mail.received).toEqual([]);
    expect(await emailOf(id)).toMatchObject({ status: 'failed', error: 'account_not_connected' });
  });

  test('is refused without a connected mailbox of the operator, and creates no invitation', async () => {
    await commitNow(operatorId, await planDisconnection(connected(), operatorId, emailAccountId));
    await expect(invited()).rejects.toThrow('the operator must connect a mailbox');
    await connected().table.transact([{ delete: senderKey }]);
    await expect(invited()).rejects.toThrow('the operator must connect a mailbox');
  });

  test('is sent once for repeated and concurrent messages', async () => {
    const { message } = await invited();
    await Promise.all([consume(send, [message, message]), consume(send, [message])]);
    setClock(monday + 10 * minuteMs);
    await consume(send, [message]);

    expect(mail.received).toHaveLength(1);
  });

  test.each([
    ['at the claim', 'before'],
    ['after the claim', 'after'],
  ] as const)('is sent at most once if its worker stops %s', async (_, moment) => {
    const { id, message } = await invited();
    const worker = stopping((writes) => writes.includes('"status":"sending"'), moment);
    await expect(sendQueued(worker, message)).rejects.toThrow('the worker stopped');
    setClock(monday + 5 * minuteMs);
    const due = await readDueWork(connected().table, 'service_email', Date.now(), 100);
    expect(due.map(({ sk }) => sk)).toContain(id);
    await consume(send, [message]);

    const count = mail.received.length;
    const expected = moment === 'before' ? ['sent', 1] : ['outcome_unknown', 0];
    expect([(await emailOf(id))?.status, count]).toEqual(expected);
  });

  test('is not sent again if its worker stops after the transmission', async () => {
    const { id, message } = await invited();
    const worker = stopping((writes) => writes.includes('"status":"sent"'), 'before');
    await expect(sendQueued(worker, message)).rejects.toThrow('the worker stopped');
    setClock(monday + 5 * minuteMs);
    await consume(send, [message]);

    expect([mail.received.length, (await emailOf(id))?.status]).toEqual([1, 'outcome_unknown']);
  });

  test('that its server did not take is sent later, even if its worker stops at the pause of the account', async () => {
    const { id, message } = await invited();
    mail.behaviour = { kind: 'refuse', at: 'mail', code: 421, text: '4.7.0 too many messages' };
    const worker = stopping((writes) => writes.includes('"coolDowns"'), 'before');
    await expect(sendQueued(worker, message)).rejects.toThrow('the worker stopped');
    mail.behaviour = { kind: 'accept' };
    setClock(monday + 120 * minuteMs);
    await consume(send, [message]);

    expect([(await emailOf(id))?.status, mail.received.length]).toEqual(['sent', 1]);
  });

  test('is read twice: before its login, and before its claim', async () => {
    const { id, message } = await invited();
    let reads = 0;
    const { table } = connected();
    const worker = sendingWith(() => ({
      get: (key) => {
        if (key.sk === id) reads += 1;

        return table.get(key);
      },
    }));
    await sendQueued(worker, message);

    expect([mail.received.length, reads]).toEqual([1, 2]);
  });

  test('is not sent after the invitation was deleted', async () => {
    const { id, message } = await invited();
    await commitNow(workspaceId, planInvitationRemoval(workspaceId, id));
    await consume(send, [message]);

    expect(mail.received).toHaveLength(0);
  });

  test('has no token in the table in clear, and no content after it was sent', async () => {
    const { id, token, message } = await invited();
    expect(await readTableAsText()).not.toContain(token.slice(60));
    await consume(send, [message]);
    const item = await connected().table.get(serviceEmailKey(workspaceId, id));

    expect(item).toMatchObject({ status: 'sent' });
    expect(item).not.toHaveProperty('sealed');
    expect(item).not.toHaveProperty('gsi3pk');
  });

  test('is no activity, even if a contact has the address', async () => {
    const email = uniqueEmail();
    await addContact(workspaceId, { email });
    const before = await listActivity(connected(), workspaceId, { limit: 100 });
    const { message } = await invited({ email });
    await consume(send, [message]);
    await takeCalls('sends');

    expect(mail.received).toHaveLength(1);
    expect(await listActivity(connected(), workspaceId, { limit: 100 })).toEqual(before);
  });

  test('is refused when all workspaces together have sent the emails of a day', async () => {
    const day = new Date(monday).toISOString().slice(0, 10);
    const update = serviceCountKey(operatorId, day);
    await connected().table.update({
      update,
      set: { tokenEmails: 10 * directEmailLimits.tokenEmails.inWorkspace - 1 },
    });
    await invited();

    await expect(invited()).rejects.toThrow('in all workspaces');
    await expect(invited({}, operatorId)).rejects.toThrow('in all workspaces');
    await connected().table.transact([{ delete: update }]);
  });

  test('counts as an email of the mailbox’s day, beyond the limit if necessary', async () => {
    const update = accountKey(operatorId, emailAccountId);
    await connected().table.update({ update, set: { dailyLimit: 0 } });
    const { message } = await invited();
    await consume(send, [message]);

    expect(mail.received).toHaveLength(1);
    expect(await getAccount(connected(), operatorId, emailAccountId)).toMatchObject({ sentToday: 1 });
  });

  test('that the server rejects fails, and its invitation shows no reply of the server of the operator', async () => {
    const { id, message } = await invited();
    mail.behaviour = { kind: 'refuse', at: 'rcpt', code: 550, text: '5.1.1 no such user' };
    await consume(send, [message]);

    expect(await emailOf(id)).toEqual({ status: 'failed', error: 'rejected', sentAt: null });
  });
});

test.each([
  ['one workspace', workspaceId],
  ['the workspace of the mailbox', operatorId],
])(
  'recipients of %s that the server rejects do not stop the mailbox that all workspaces share',
  async (_, into) => {
    mail.behaviour = { kind: 'refuse', at: 'rcpt', code: 550, text: '5.7.1 your account sends spam' };
    const ids: string[] = [];
    for (let count = 0; count < 6; count++) {
      const { id, message } = await invited({}, into);
      ids.push(id);
      await consume(send, [message]);
    }
    mail.behaviour = { kind: 'accept' };
    const { message } = await invited();
    await consume(send, [message]);

    expect(mail.received).toHaveLength(1);
    expect(await getAccount(connected(), operatorId, emailAccountId)).toMatchObject({ status: 'connected' });
    expect(
      (await Promise.all(ids.map((id) => emailOf(id, into)))).map((email) => email?.status),
    ).not.toContain('sending');
  },
);

const session = { attribute: 's_1', expiresAt: 0, addressHash: '' };

test('a password reset by email is sent to the user, and its token sets the password', async () => {
  const { userId, email } = await newUser(workspaceId, { role: 'member' });
  const services = { ...connected(), vault: kmsVault(connected()), signer: kmsTokenSigner() };
  const { userId: id } = await newUser(workspaceId);
  const owner = { kind: 'session', id, workspaceId, role: 'owner', email, session } as const;
  await commitNow(workspaceId, await planReset(services, owner, userId));
  await consume(send, await takeCalls('sends'));
  const [{ to, raw } = { to: [], raw: '' }] = mail.received;
  const token = /#token=(opr_\w+)/.exec(decoded(raw))?.[1] ?? '';

  expect(to).toEqual([email]);
  const request = { token, newPassword: 'a new long password', requestId: 'r', now: Date.now() };
  await expect(resetPassword(connected(), request)).resolves.toBeUndefined();
});

describe('the mailbox of the service', () => {
  test('sends nothing through a session with servers that were exchanged after the login', async () => {
    const { message } = await invited();
    mail.whileLoggingIn = async () => {
      delete mail.whileLoggingIn;
      const update = accountKey(operatorId, emailAccountId);
      await connected().table.update({ update, set: { updatedAt: timestamp(Date.now() + 1000) } });
    };
    await consume(send, [message]);

    expect(mail.received).toEqual([]);
  });

  test('cannot be replaced for an email that waits', async () => {
    const { id, message } = await invited();
    const other = await addAccount(operatorId, sendingBy(mail));
    const update = serviceEmailKey(workspaceId, id);
    await connected().table.update({ update, set: { emailAccountId: other } });

    await expect(
      sendQueued(
        sendingWith(() => ({})),
        message,
      ),
    ).rejects.toThrow();
    expect(mail.received).toEqual([]);
  });
});
