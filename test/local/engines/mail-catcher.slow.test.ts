import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { startMailCatcher } from '../../../infra/local/engines/mail/mail-catcher.ts';
import { movableClock, spawnEngine, stopAfterTest, temporaryFolder } from './support.ts';

const from = { name: 'Ada Sender', address: 'ada@sender.test' };
const mailTo = (to: string, subject = 'Hello') => ({
  from,
  to,
  subject,
  text: 'Hi there',
  html: '<p>Hi there</p>',
});

function senderFor(port: number, pass = 'any', maxConnections = 1) {
  const auth = { user: 'ada', pass };
  const transport = createTransport({ host: '127.0.0.1', port, auth, pool: true, maxConnections });
  onTestFinished(() => transport.close());

  return transport;
}

const summaries = z.array(z.object({ id: z.number(), messageId: z.string(), receivedAt: z.string() }));

async function start(databaseFile = `${temporaryFolder()}/mail.db`) {
  const catcher = await stopAfterTest(startMailCatcher({ databaseFile }));
  const get = (path: string, init?: RequestInit) => fetch(`${catcher.webUrl}${path}`, init);

  const getJson = async (path: string): Promise<unknown> => (await get(path)).json();
  const list = async (query: string) => summaries.parse(await getJson(`/api/messages?${query}`));

  return { catcher, get, getJson, list };
}

test('an accepted email is listed with its envelope, subject and Message-ID, and can be read in full', async () => {
  const { catcher, get, getJson } = await start();
  const sent = await senderFor(catcher.smtp.port).sendMail({
    ...mailTo('Bo <bo@buyer.test>', 'Grüße, Bo ✓'),
    bcc: 'archive@buyer.test',
  });

  expect(await getJson('/api/messages')).toEqual([
    {
      id: 1,
      from: 'ada@sender.test',
      to: ['bo@buyer.test', 'archive@buyer.test'],
      subject: 'Grüße, Bo ✓',
      messageId: sent.messageId,
      receivedAt: expect.any(String),
    },
  ]);
  expect(await getJson('/api/messages/1')).toMatchObject({
    text: 'Hi there\n',
    html: expect.stringContaining('<p>Hi there</p>'),
    headers: expect.arrayContaining([{ name: 'To', value: 'Bo <bo@buyer.test>' }]),
  });
  const raw = await (await get('/api/messages/1/raw')).text();
  expect(raw).toContain(`Message-ID: ${sent.messageId}\r\n`);
  expect(raw).not.toContain('archive@buyer.test');
});

test('the time of receipt is the moved clock’s time', async () => {
  movableClock().advanceSeconds(3 * 86_400);
  const { catcher, list } = await start();
  const movedNow = Date.now();
  await senderFor(catcher.smtp.port).sendMail(mailTo('bo@buyer.test'));
  const [mail] = await list('');

  expect(Date.parse(mail?.receivedAt ?? '')).toBeGreaterThanOrEqual(movedNow);
});

test('the raw message has exactly the sent bytes, including dots and 8-bit characters', async () => {
  const { catcher, get } = await start();
  const raw = Buffer.from('Subject: raw\r\n\r\n.\r\n..dots\r\n\xff\x00caf\xe9\r\n', 'latin1');
  const envelope = { from: 'ada@sender.test', to: ['bo@buyer.test'] };
  await senderFor(catcher.smtp.port).sendMail({ envelope, raw });

  const stored = Buffer.from(await (await get('/api/messages/1/raw')).arrayBuffer());

  expect(stored.equals(raw)).toBe(true);
});

test('the password «wrong» is refused with 535; others are accepted', async () => {
  const { catcher } = await start();

  await expect(senderFor(catcher.smtp.port, 'wrong').verify()).rejects.toMatchObject({ responseCode: 535 });
  await expect(senderFor(catcher.smtp.port, 'right').verify()).resolves.toBe(true);
});

test('the list is ascending after an id and descending without an id, and filters by exact recipient', async () => {
  const { catcher, getJson, list } = await start();
  const sender = senderFor(catcher.smtp.port);
  for (const to of ['al@a.test', 'bo@b.test', 'BO@b.test', 'jumbo@b.test']) {
    await sender.sendMail(mailTo(to));
  }
  const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);

  expect(await idsOf('')).toEqual([4, 3, 2, 1]);
  expect(await idsOf('limit=2')).toEqual([4, 3]);
  expect(await idsOf('after=1&limit=2')).toEqual([2, 3]);
  expect(await idsOf('after=4')).toEqual([]);
  expect(await idsOf('to=bo@b.test')).toEqual([3, 2]);
  expect(await idsOf('search=BO@')).toEqual([4, 3, 2]);
  expect(await getJson('/api/stats')).toEqual({ count: 4, recipients: 3 });
});

test('deleting empties the inbox and never reuses ids', async () => {
  const { catcher, get, getJson } = await start();
  const sender = senderFor(catcher.smtp.port);
  await sender.sendMail(mailTo('bo@b.test'));
  const deleted = await get('/api/messages', { method: 'DELETE' });
  expect(deleted.status).toBe(204);
  expect(await getJson('/api/stats')).toEqual({ count: 0, recipients: 0 });
  await sender.sendMail(mailTo('bo@b.test'));

  expect(await getJson('/api/messages')).toMatchObject([{ id: 2 }]);
  expect((await get('/api/messages/1')).status).toBe(404);
});

test.each(['limit=0', 'limit=1001', 'limit=many', 'after=-1'])('the query %s is refused', async (query) => {
  const { get } = await start();

  expect((await get(`/api/messages?${query}`)).status).toBe(400);
});

test('every email that was accepted with 250 survives kill -9', async () => {
  const folder = temporaryFolder();
  const killed = await spawnEngine('mail', folder);
  const sender = senderFor(Number(new URL(killed.endpoint).port), 'any', 4);
  const accepted: string[] = [];
  const sendMany = async (lane: number) => {
    for (let number = 0; ; number += 1) {
      accepted.push((await sender.sendMail(mailTo(`${lane}-${number}@b.test`))).messageId);
    }
  };
  const lanes = Promise.allSettled([1, 2, 3, 4].map(sendMany));
  await vi.waitFor(() => expect(accepted.length).toBeGreaterThan(100), 5_000);
  await killed.kill();
  await lanes;

  const { list } = await start(`${folder}/mail.db`);
  const stored = await list('limit=1000');

  expect(stored.map(({ messageId }) => messageId)).toEqual(expect.arrayContaining(accepted));
});

test('the error for a taken port names the port', async () => {
  const { catcher } = await start();
  const databaseFile = `${temporaryFolder()}/mail.db`;
  const smtpPort = catcher.smtp.port;
  const webPort = Number(new URL(catcher.webUrl).port);

  await expect(startMailCatcher({ databaseFile, smtpPort })).rejects.toThrow(`127.0.0.1:${smtpPort}`);
  await expect(startMailCatcher({ databaseFile, webPort })).rejects.toThrow(`127.0.0.1:${webPort}`);
});
