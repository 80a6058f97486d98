import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { settingsKey } from '#lib/email-accounts/items.ts';
import { timestamp } from '#lib/values/ids.ts';
import { queueNames, type SendMessage } from '#lib/values/queues.ts';
import { workspaceKey } from '#lib/workspaces/items.ts';
import { handler as connect } from '../../../functions/connect/smtp.ts';
import { handler as disconnect } from '../../../functions/email-accounts/disconnect.ts';
import { handler as get } from '../../../functions/email-accounts/get.ts';
import { handler as list } from '../../../functions/email-accounts/list.ts';
import { handler as update } from '../../../functions/email-accounts/update.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { call, type TestReply, type TestRequest } from '../../support/call.ts';
import { loggedText } from '../../support/logs.ts';
import { findLeaks, type PlantedSecret, plantSecret } from '../../support/planted-secret.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { takeCalls } from '../../workers/support/activity.ts';
import { readExecution, runCampaign } from '../../workers/support/campaign.ts';
import { dayMs, setClock } from '../../workers/support/clock.ts';
import { arrive, type MailHost, startMailHost, written } from '../../workers/support/inbox.ts';
import { consume } from '../../workers/support/invoke.ts';
import { type MailServer, startMailServer } from '../../workers/support/mail-server.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { readInboxes } from '../../workers/support/read-inboxes.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addWebhook, uniqueEmail } from '../support/seed.ts';
import { readTableAsText } from '../support/table-dump.ts';

let [mail, host, receiver]: [MailServer?, MailHost?, Receiver?] = [];
let workspace: Workspace;

beforeAll(async () => {
  await useOwnResources();
  [workspace, mail, host, receiver] = await Promise.all([
    newWorkspace(),
    startMailServer(),
    startMailHost(),
    startReceiver(),
  ]);
});

/** All output of the service: responses, command output, queue messages, webhook calls. */
const seen: string[] = [];

async function ask(handler: Parameters<typeof call>[0], request: TestRequest): Promise<TestReply> {
  const reply = await call(handler, request);
  seen.push(JSON.stringify(reply.headers), reply.text);

  return reply;
}

async function connectBy(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  const cookie = await newCookie(await newUser(workspace.workspaceId));

  return ask(connect, { method: 'POST', path: '/connect/smtp', cookie, headers, body });
}

const one = (id: string, method: 'GET' | 'PATCH' | 'DELETE', body?: unknown): TestRequest => ({
  method,
  path: `/email-accounts/${id}`,
  params: { id },
  apiKey: workspace.apiKey,
  body,
});

/** The operator's command line. */
async function command(password: string, ...options: string[]): Promise<{ id: string }> {
  const child = spawn(
    process.execPath,
    ['infra/admin/main.ts', 'connect-account', '--workspace', workspace.workspaceId, ...options],
    { env: process.env },
  );
  child.stdin.end(`${password}\n`);
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  seen.push(output, errors);

  return output === '' ? { id: errors } : JSON.parse(output);
}

/** Publishes and delivers committed events. */
async function publish(): Promise<void> {
  for (const queue of queueNames) {
    const messages = await takeCalls(queue);
    seen.push(JSON.stringify(messages));
    if (queue === 'deliveries') await consume(deliver, messages);
  }
}

function leaks(texts: Readonly<Record<string, string>>, secrets: Readonly<Record<string, PlantedSecret>>) {
  return Object.entries(texts).flatMap(([place, words]) =>
    Object.entries(secrets).flatMap(([name, secret]) =>
      findLeaks(words, secret).map((form) => `${name} in ${place}: ${form}`),
    ),
  );
}

test('a planted password is found in every encoding', () => {
  const secret = plantSecret();
  const { password } = secret;
  const written = [
    JSON.stringify({ nested: JSON.stringify({ password }) }),
    encodeURIComponent(password),
    new URLSearchParams({ password }).toString(),
    ...['', '\0user\0', '\0other\0', '\0users\0'].flatMap((before) =>
      (['base64', 'base64url', 'hex'] as const).map((way) => Buffer.from(before + password).toString(way)),
    ),
  ];

  expect(written.filter((words) => findLeaks(words, secret).length === 0)).toEqual([]);
  expect(findLeaks(written.join(), plantSecret())).toEqual([]);
});

test('no password of an account is in a response, log line, item, message or delivery, and all are deleted at the end', async () => {
  if (!mail || !host || !receiver) throw new Error('no server is listening');
  const { workspaceId, apiKey } = workspace;
  const { table } = connected();
  const attributes = { name: 'Connecting', status: 'active', createdAt: timestamp(Date.now()) };
  await table.put({ put: { ...workspaceKey(workspaceId), ...attributes } });
  const secrets = {
    smtp: plantSecret(),
    imap: plantSecret(),
    command: plantSecret(),
    refused: plantSecret(),
    refusedImap: plantSecret(),
    again: plantSecret(),
    imapAgain: plantSecret(),
  };
  const [sender, address] = [uniqueEmail(), uniqueEmail()];
  const servers = {
    smtp: { host: '127.0.0.1', port: mail.port },
    imap: { host: '127.0.0.1', port: host.port, secure: false },
  };
  await addWebhook(workspaceId, { url: receiver.url, events: ['email.sent', 'email.replied'] });

  // Connected by the API, with a stored response, and by an operator.
  const body = { email: sender, ...servers, minGapSeconds: 10, maxGapSeconds: 10 };
  const passwords = { password: secrets.smtp.password, imapPassword: secrets.imap.password };
  const headers = { 'Idempotency-Key': randomUUID() };
  const { body: account } = await connectBy({ ...body, ...passwords }, headers);
  const other = await command(
    secrets.command.password,
    ...['--email', uniqueEmail(), '--smtp-host', '127.0.0.1', '--smtp-port', String(mail.port)],
    ...['--imap-host', '127.0.0.1', '--imap-port', String(host.port), '--password-stdin'],
  );
  await publish();

  // An email is sent and gets a reply.
  const { calls } = await runCampaign(workspaceId, {
    accounts: [],
    contacts: [{ email: address }],
    campaign: {
      emailAccountIds: [account.id],
      stopOnReply: false,
      steps: [
        { variants: [{ subject: 'Hello', bodyText: 'Mail 1' }] },
        { delay: { value: 1, unit: 'days' }, variants: [{ bodyText: 'Mail 2' }] },
      ],
    },
  });
  const mailCall: SendMessage = { ...(calls[0] as SendMessage), accountId: account.id };
  await consume(send, [mailCall]);
  const messageId = /^Message-ID:\s+(\S+)/im.exec(mail.received[0]?.raw ?? '')?.[1] ?? '';
  arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId }));
  await readInboxes([{ workspaceId, accountId: account.id }]);
  expect(await readExecution(mailCall)).toMatchObject({ repliedAt: expect.any(String) });
  await publish();
  expect(receiver.calls.map((delivered) => JSON.parse(delivered.body).event).sort()).toEqual([
    'email.replied',
    'email.sent',
  ]);

  // A server rejects passwords and repeats them: to the API, to the operator, and to the worker that sends the next email.
  mail.behaviour = { kind: 'refuse', at: 'auth', code: 535, text: `not with ${passwords.password}` };
  // After a weekend, too.
  setClock(Date.now() + 4 * dayMs);
  await consume(send, [mailCall]);
  mail.behaviour = { ...mail.behaviour, text: `nor with ${secrets.refused.password}` };
  const wrong = { password: secrets.refused.password, imapPassword: secrets.refusedImap.password };
  expect((await connectBy({ ...body, ...wrong })).status).toBe(422);
  const refused = await command(
    secrets.refused.password,
    ...['--email', sender, '--smtp-host', '127.0.0.1', '--smtp-port', String(mail.port), '--password-stdin'],
  );
  expect(refused.id).toContain('rejected');
  mail.behaviour = { kind: 'accept' };

  // The account is read, updated and reconnected.
  expect((await ask(get, one(account.id, 'GET'))).body.status).toBe('error');
  await ask(list, { method: 'GET', path: '/email-accounts', apiKey });
  await ask(update, one(account.id, 'PATCH', { fromName: 'Ann', dailyLimit: 7 }));
  const anew = { password: secrets.again.password, imapPassword: secrets.imapAgain.password };
  expect((await connectBy({ email: sender, ...anew })).body).toMatchObject({ status: 'connected' });
  await consume(send, [mailCall]);
  expect(mail.received).toHaveLength(2);
  await publish();

  const places = async () => ({
    table: await readTableAsText(),
    log: loggedText(),
    answers: seen.join('\n'),
    deliveries: JSON.stringify(receiver?.calls),
    mails: JSON.stringify(mail?.received),
  });
  const before = await places();
  expect(before.table).toContain('sealedPassword');
  expect(before.table).toContain('sealedImapPassword');
  for (const id of [account.id, other.id])
    expect((await ask(disconnect, one(id, 'DELETE'))).status).toBe(204);
  await publish();
  const after = await places();

  expect(leaks(before, secrets)).toEqual([]);
  expect(leaks(after, secrets)).toEqual([]);
  expect(after.table).not.toMatch(/sealed(?:Imap)?Password/);
  for (const id of [account.id, other.id]) {
    expect(await table.get(settingsKey(workspaceId, id))).toMatchObject({ id });
  }
});
