import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { userCredentialKey } from '#lib/auth/items.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { senderKey, serviceEmailsPartition } from '#lib/direct-emails/items.ts';
import { queueNotice } from '#lib/direct-emails/notice.ts';
import { newId } from '#lib/values/ids.ts';
import type { WebhookNoticeMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { addAccount, addDeliveryMessage, addWebhook } from '../../api/support/seed.ts';
import { useSender } from '../../support/emailed-token.ts';
import { connected } from '../../support/stack.ts';
import { newUser } from '../../support/users.ts';
import { takeCalls } from '../support/activity.ts';
import { dayMs, setClock } from '../support/clock.ts';
import { releaseAndDeliver } from '../support/held.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { sendingBy } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

const minuteMs = 60_000;
let mail: MailServer;
let receiver: Receiver;
let workspaceId: string;

beforeAll(async () => {
  await useOwnResources();
  [mail, receiver] = await Promise.all([startMailServer(), startReceiver()]);
});
beforeEach(async () => {
  mail.behaviour = { kind: 'accept' };
  mail.received.length = 0;
  receiver.answer = { status: 500 };
  workspaceId = newId('wsp', Date.now());
  await connected().table.transact([{ delete: senderKey }]);
  await takeCalls('sends');
});

/**
 * Attempts this many deliveries, a minute apart, and sends the emails that follow. While the endpoint is failing, the oldest held
 * delivery is attempted.
 */
async function attempt(webhookId: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    await consume(deliver, [await addDeliveryMessage(workspaceId, webhookId)]);
    await releaseAndDeliver(webhookId, workspaceId);
    setClock(Date.now() + minuteMs + 1000);
  }
  await sendAll();
}

/** The first messages are notices; sending them queues the emails. */
async function sendAll(): Promise<WebhookNoticeMessage[]> {
  const notices = await takeCalls('sends');
  await consume(send, notices);
  await consume(send, await takeCalls('sends'));

  return notices as WebhookNoticeMessage[];
}

const subjects = () =>
  mail.received.map(({ to, raw }) => `${to} ${/^Subject: (.*)$/m.exec(raw)?.[1]?.trim()}`).sort();

test.each([
  [1, 20],
  [20, 2],
])(
  'with %i owners, notices about %i webhooks do not prevent one about an exchanged mailbox',
  async (owners, webhooks) => {
    await Promise.all(Array.from({ length: owners }, () => newUser(workspaceId)));
    await useSender(workspaceId, await addAccount(workspaceId));
    const accountId = await addAccount(workspaceId);
    const services = { ...connected(), vault: kmsVault(connected()), signer: kmsTokenSigner() };
    const failing = { host: 'hooks.example', status: 'failing', consecutiveFailures: 5 } as const;
    const notify = (change: Parameters<typeof queueNotice>[1]) => queueNotice(services, change);
    for (let each = 0; each < webhooks; each++) {
      const [noticeId, webhookId] = [newId('ntc', Date.now()), newId('whk', Date.now())];
      await notify({ workspaceId, noticeId, webhookId, ...failing });
    }
    const pk = serviceEmailsPartition(workspaceId);
    const countQueued = async () => {
      const { items } = await connected().table.query({ pk, limit: 1000 });

      return items.filter(({ status }) => status === 'queued').length;
    };
    const before = await countQueued();
    await notify({ workspaceId, noticeId: newId('ntc', Date.now()), accountId });

    expect(await countQueued()).toBe(before + owners);
  },
);

describe('a notice about a webhook', () => {
  test('is not sent to an owner who is removed or demoted while it waits', async () => {
    const [removed, demoted, owner] = await Promise.all([1, 2, 3].map(() => newUser(workspaceId)));
    await useSender(workspaceId, await addAccount(workspaceId, sendingBy(mail)));
    const { id } = await addWebhook(workspaceId, { url: receiver.url });
    for (let number = 0; number < 5; number++)
      await consume(deliver, [await addDeliveryMessage(workspaceId, id)]);
    await consume(send, await takeCalls('sends'));
    const { table } = connected();
    const credentials = [removed, demoted].map((user) => userCredentialKey(user?.userId ?? ''));
    await table.transact(
      credentials.map((key, at) => (at === 0 ? { delete: key } : { update: key, set: { role: 'member' } })),
    );
    await consume(send, await takeCalls('sends'));

    expect(mail.received.map(({ to }) => to)).toEqual([[owner?.email]]);
  });

  test('is sent to each owner when it fails, and a day later at the earliest when it is disabled', async () => {
    const owners = [await newUser(workspaceId), await newUser(workspaceId)].map(({ email }) => email).sort();
    await newUser(workspaceId, { role: 'member' });
    await useSender(workspaceId, await addAccount(workspaceId, sendingBy(mail)));
    const { id } = await addWebhook(workspaceId, { url: `${receiver.url}?key=planted-secret` });
    const { host } = new URL(receiver.url);
    const toOwners = (status: string) => owners.map((owner) => `${owner} Webhook ${status}: ${host}`);

    await attempt(id, 4);
    expect(subjects()).toEqual([]);
    await attempt(id, 1);
    expect(subjects()).toEqual(toOwners('failing'));
    await attempt(id, 14);
    expect(mail.received).toHaveLength(2);
    mail.received.length = 0;
    await attempt(id, 1);
    expect(subjects()).toEqual([]);
    const { items } = await connected().table.query({ pk: serviceEmailsPartition(workspaceId), limit: 50 });
    const waiting = items.filter(({ status }) => status === 'queued');
    expect(waiting).toHaveLength(2);
    setClock(Date.now() + dayMs);
    await consume(
      send,
      waiting.map(({ sk }) => ({ workspaceId, serviceEmailId: sk })),
    );
    expect(subjects()).toEqual(toOwners('disabled'));
    expect(mail.received.map(({ raw }) => raw).join('')).not.toContain('planted-secret');
  });

  test('is sent again after the webhook recovered and failed again, but not on the same day', async () => {
    await newUser(workspaceId);
    await useSender(workspaceId, await addAccount(workspaceId, sendingBy(mail)));
    const { id } = await addWebhook(workspaceId, { url: receiver.url });
    await attempt(id, 5);
    receiver.answer = { status: 200 };
    await attempt(id, 1);
    receiver.answer = { status: 500 };
    await attempt(id, 5);
    expect(mail.received).toHaveLength(1);
    receiver.answer = { status: 200 };
    await attempt(id, 1);
    setClock(Date.now() + dayMs);
    receiver.answer = { status: 500 };
    await attempt(id, 5);

    expect(mail.received).toHaveLength(2);
  });

  test('is queued once for a repeated message', async () => {
    await newUser(workspaceId);
    await useSender(workspaceId, await addAccount(workspaceId, sendingBy(mail)));
    const { id } = await addWebhook(workspaceId, { url: receiver.url });
    for (let count = 0; count < 5; count++) {
      await consume(deliver, [await addDeliveryMessage(workspaceId, id)]);
    }
    const notices = await sendAll();
    await Promise.all([consume(send, notices), consume(send, notices)]);
    await consume(send, await takeCalls('sends'));

    expect([notices.length, mail.received.length]).toEqual([1, 1]);
  });

  test('is limited to 20 emails to one owner per day', async () => {
    await newUser(workspaceId);
    await useSender(workspaceId, await addAccount(workspaceId, sendingBy(mail)));
    const notice = { workspaceId, host: 'hooks.example.com' };
    const change = { status: 'failing', consecutiveFailures: 5 } as const;
    const notices = Array.from({ length: 22 }, () => ({
      ...notice,
      webhookId: newId('whk', Date.now()),
      ...change,
      noticeId: newId('ntc', Date.now()),
    }));
    for (const one of notices) await consume(send, [one]);

    expect(await takeCalls('sends')).toHaveLength(20);
  });

  test('delays no delivery if the mailbox fails or no account is connected', async () => {
    await newUser(workspaceId);
    const { id } = await addWebhook(workspaceId, { url: receiver.url });
    await attempt(id, 5);
    await useSender(workspaceId, await addAccount(workspaceId, sendingBy(mail)));
    mail.behaviour = { kind: 'refuse', at: 'auth', code: 535, text: '5.7.8 no' };
    receiver.answer = { status: 200 };
    await attempt(id, 1);
    receiver.answer = { status: 500 };
    await attempt(id, 5);
    receiver.answer = { status: 200 };
    receiver.calls.length = 0;
    await attempt(id, 1);

    expect([receiver.calls.length, mail.received.length]).toEqual([1, 0]);
    const { data } = await listActivity(connected(), workspaceId, { limit: 100, type: ['webhook.failing'] });
    expect(data).toHaveLength(2);
  });
});

describe('a notice about a mailbox', () => {
  const email = 'sales@example.org';
  const connect = (changes: Record<string, unknown> = {}) =>
    addAccount(workspaceId, { email, ...sendingBy(mail), ...changes });
  const other = { smtp: { host: 'mail.example.net', port: 587, secure: false, username: 'sender' } };

  test('is sent to each owner when its servers are exchanged, at most once a day', async () => {
    const owners = [await newUser(workspaceId), await newUser(workspaceId)].map((user) => user.email).sort();
    await useSender(workspaceId, await addAccount(workspaceId, sendingBy(mail)));
    await connect();
    await sendAll();
    expect(subjects()).toEqual([]);
    await connect(other);
    await sendAll();
    const expected = owners.map((owner) => `${owner} Mailbox connected with another server: ${email}`);
    expect(subjects()).toEqual(expected);
    await connect();
    await connect(other);
    await sendAll();

    expect(subjects()).toEqual(expected);
  });

  test('is not sent when it gets a new password for the same servers', async () => {
    await newUser(workspaceId);
    await useSender(workspaceId, await addAccount(workspaceId, sendingBy(mail)));
    await connect();
    await connect({ password: 'another' });
    await sendAll();

    expect(mail.received).toEqual([]);
  });
});
