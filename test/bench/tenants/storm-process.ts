/** Tenant A's hostile servers and its load, in a separate process with the lowest priority. */
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startHostileServers } from './hostile-servers.ts';
import { requestSend, requestSync } from './messages.ts';
import type { PartName } from './probe.ts';
import type { Arsenal } from './tenant-a.ts';

const leastUrgent = 10;
const rows = 1000;
const importEveryMs = 30_000;
const requestMs = 30_000;
/** Interval between two calls of one kind, or with one key. */
const paceMs = 1000;
const pollMs = 50;

setPriority(leastUrgent);
process.on('disconnect', () => process.exit());
process.send?.(await startHostileServers());
/** Tenant A attacks after a message with its arsenal, until the message `pause`. */
let isAttacking = false;
let isPrepared = false;
process.on('message', (message: Arsenal | 'pause') => {
  isAttacking = message !== 'pause';
  if (message !== 'pause' && !isPrepared) startAttacks(message);
});

function startAttacks(arsenal: Arsenal): void {
  isPrepared = true;
  const attacks: Record<PartName, readonly (() => Promise<never>)[]> = {
    api: [
      ...arsenal.keys.map((key) => () => repeat(paceMs, () => testWebhook(arsenal, key))),
      () => repeat(paceMs, () => logIn(arsenal, `a@${'.'.repeat(190_000)},`)),
      () => repeat(paceMs, () => connectMailboxes(arsenal)),
    ],
    deliveries: [() => repeat(importEveryMs, () => importRows(arsenal))],
    inbox: [() => inTurn(arsenal.inboxes, (id) => requestSync(arsenal.workspaceId, id))],
    sends: [() => inTurn(arsenal.emails, requestSend)],
  };
  for (const part of arsenal.parts) for (const attack of attacks[part]) void attack();
}

async function repeat(everyMs: number, work: () => Promise<unknown>): Promise<never> {
  for (;;) {
    while (!isAttacking) await pause(pollMs);
    // Regardless of the service's response.
    await Promise.all([work().catch(() => undefined), pause(everyMs)]);
  }
}

function inTurn<Each>(all: readonly Each[], work: (each: Each) => Promise<unknown>): Promise<never> {
  let turn = 0;

  return repeat(paceMs, async () => {
    const each = all[turn++ % all.length];
    if (each !== undefined) await work(each);
  });
}

async function post(url: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(requestMs),
  });
  await response.arrayBuffer();

  return response;
}

function testWebhook({ baseUrl, hangingWebhookId }: Arsenal, key: string): Promise<Response> {
  return post(`${baseUrl}/webhooks/${hangingWebhookId}/test`, {}, { authorization: `Bearer ${key}` });
}

function logIn({ baseUrl, user }: Arsenal, email = user.email): Promise<Response> {
  return post(`${baseUrl}/auth/login`, { email, password: user.password }, {});
}

let cookie: string | undefined;

/** Connects mailboxes on servers that never respond, with a session. */
async function connectMailboxes(arsenal: Arsenal): Promise<void> {
  cookie ??= (await logIn(arsenal)).headers.get('set-cookie')?.split(';')[0];
  const { ports, baseUrl } = arsenal;
  const server = { host: '127.0.0.1', secure: false, username: 'x' };
  const body = {
    email: 'new@a.example',
    password: 'x',
    smtp: { ...server, port: ports.silent },
    imap: { ...server, port: ports.imapFlood },
  };
  await post(`${baseUrl}/connect/smtp`, body, { cookie: cookie ?? '', origin: baseUrl });
}

let imports = 0;

function importRows({ baseUrl, keys }: Arsenal): Promise<Response> {
  const round = imports++;
  const emails = Array.from({ length: rows }, (_, row) => `row-${row}@import-${round}.example`);
  const headers = { authorization: `Bearer ${keys[0]}`, 'content-type': 'text/csv' };

  return post(`${baseUrl}/contacts/import`, ['email', ...emails].join('\n'), headers);
}
