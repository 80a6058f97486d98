import { randomBytes } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { exportCleaner } from '#lib/bucket/bucket.ts';
import { getBulkJob } from '#lib/bulk-jobs/read.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { subjectPartition } from '#lib/commit/items.ts';
import { prepareImport } from '#lib/contacts/import/import.ts';
import { toPackedRows, unpackJson } from '#lib/contacts/import/items.ts';
import { getImport } from '#lib/contacts/import/read.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { erasureJobs } from '#lib/erasures/description.ts';
import { toStoredErasure } from '#lib/erasures/items.ts';
import { recipientHash } from '#lib/executions/recipient.ts';
import { findJob } from '#lib/jobs/jobs.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import { tryStartQueued } from '#lib/jobs/run-queue.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { findAnswer } from '#lib/replies/answers/answers.ts';
import type { Item } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import { DeliveryMessage, queueNames } from '#lib/values/queues.ts';
import { holdDelivery } from '#lib/webhooks/delivery/hold.ts';
import { handler as createEntry } from '../../../functions/blocklist/create.ts';
import { handler as importBlocklist } from '../../../functions/blocklist/import.ts';
import { handler as createBulkJob } from '../../../functions/bulk-jobs/create.ts';
import { handler as listBulkJobs } from '../../../functions/bulk-jobs/list.ts';
import { handler as create } from '../../../functions/contacts/create.ts';
import { handler as importFile } from '../../../functions/contacts/import.ts';
import { handler as update } from '../../../functions/contacts/update.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as erase } from '../../../functions/erasures/create.ts';
import { handler as get } from '../../../functions/erasures/get.ts';
import { handler as runExport } from '../../../functions/exports/run.ts';
import { handler as run } from '../../../functions/jobs/run.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import { handler as remove } from '../../../functions/webhooks/delete.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { addAnswer, addReply } from '../../api/support/replies.ts';
import { addCampaign, addExport, addWebhook, setExecution, unblock } from '../../api/support/seed.ts';
import { readTableAsText } from '../../api/support/table-dump.ts';
import { call } from '../../support/call.ts';
import { downloadExport, fileKeysOf, readExport } from '../../support/exported-files.ts';
import { loggedText } from '../../support/logs.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { unguarded } from '../../support/unguarded.ts';
import { takeCalls, takeJobs } from '../support/activity.ts';
import { setClock } from '../support/clock.ts';
import { consume, context } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

let receiver: Receiver;
let workspace: Workspace;
let workspaceId: string;
const planted = new Map<string, string>();

/** A unique text that no escaping changes. */
function plant(name: string): string {
  const text = `planted${randomBytes(8).toString('hex')}`;
  planted.set(name, text);

  return text;
}

const passMs = 15 * 60_000;
const request = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) => ({
  method,
  path,
  apiKey: workspace.apiKey,
  ...(body !== undefined && { body }),
});
const createContact = async (body: object) =>
  String((await call(create, request('POST', '/contacts', body))).body.id);
const patch = (id: string, body: object) =>
  call(update, { ...request('PATCH', `/contacts/${id}`, body), params: { id } });
const requestErasure = (id: string) =>
  call(erase, { ...request('POST', `/contacts/${id}/erase`), params: { id } });
const readErasure = (id: string) =>
  call(get, { ...request('GET', `/contacts/${id}/erasure`), params: { id } });
const importCsv = (csv: string, options: object = {}) =>
  call(importFile, request('POST', '/contacts/import', { csv, options }));
const statusOf = async (id: string) => (await patch(id, {})).body.status;

/** Requests the erasure and runs it to its end. */
async function eraseNow(contactId: string): Promise<void> {
  expect((await requestErasure(contactId)).status).toBe(202);
  await takeCalls('jobs');
  const message = { workspaceId, jobId: contactId };
  const startedAt = Date.now();
  for (let pass = 0; pass < 4 && (await readErasure(contactId)).body.status === 'running'; pass++) {
    setClock(startedAt + pass * passMs);
    expect(await consume(run, [message])).toEqual([]);
    await takeMessages('jobs');
  }
  setClock(startedAt);
  expect((await readErasure(contactId)).body).toMatchObject({ contactId, status: 'completed' });
}

beforeAll(async () => {
  await useOwnResources();
  receiver = await startReceiver();
});
beforeEach(async () => {
  planted.clear();
  workspace = await newWorkspace();
  ({ workspaceId } = workspace);
  receiver.calls.length = 0;
  receiver.answer = { status: 200 };
});

/** The services of the worker, which fail at the n-th write. 0: never. */
function dyingAt(writes: number) {
  const services = connected();
  let count = 0;
  const dying =
    <Input, Output>(write: (input: Input) => Promise<Output>) =>
    async (input: Input) => {
      count += 1;
      if (count === writes) throw new Error('killed');

      return write(input);
    };

  return {
    ...services,
    signer: kmsTokenSigner(),
    jobs: sqsQueue('jobs'),
    cleaner: exportCleaner(),
    table: {
      ...services.table,
      transact: dying(services.table.transact),
      update: dying(services.table.update),
    },
  };
}

const contactWithMarks = () => ({
  email: `${plant('address')}@${plant('domain')}.example`,
  firstName: plant('firstName'),
  lastName: plant('lastName'),
  jobTitle: plant('jobTitle'),
  phone: plant('phone'),
  linkedinUrl: `https://www.linkedin.com/in/${plant('linkedin')}`,
  website: `https://${plant('website')}.example/${plant('website path')}`,
  city: plant('city'),
  companyId: null,
  tags: [plant('tag'), plant('another tag')],
  customFields: Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [plant(`field ${at}`), plant(`value ${at}`)]),
  ),
});

/** Events of each kind that has personal data. */
function eventsWithMarks(contactId: string, campaignId: string): NewEvent[] {
  const mail = {
    contactId,
    campaignId,
    executionId: newId('exe', Date.now()),
    stepId: newId('stp', Date.now()),
    emailAccountId: newId('acc', Date.now()),
  };
  const now = new Date().toISOString();
  const reply = {
    messageId: `<${plant('message id')}@mail.example>`,
    subject: plant('reply subject'),
    snippet: plant('snippet'),
    fromEmail: `${plant('sender')}@mail.example`,
    replyId: newId('rpl', Date.now()),
  };

  return [
    { type: 'email.sent', data: mail, isFirst: true },
    {
      type: 'email.clicked',
      data: { ...mail, url: `https://www.example.com/?for=${plant('link')}`, clickedAt: now },
    },
    { type: 'email.replied', data: { ...mail, ...reply } },
    {
      type: 'email.bounced',
      data: { ...mail, smtpCode: 550, enhancedCode: '5.1.1', diagnostic: plant('diagnostic') },
    },
  ];
}

test('the table, the queues and the logs contain none of 40 texts about an erased contact', async () => {
  const { table, now } = connected();
  const input = { url: receiver.url, events: ['*' as const], include: ['contact' as const] };
  const [kept, deleted] = [await addWebhook(workspaceId, input), await addWebhook(workspaceId, input)];
  const contactId = await createContact(contactWithMarks());
  const { id: campaignId } = await addDraft(contactId);
  await setExecution(workspaceId, contactId, campaignId, {
    thread: { subject: plant('subject of the thread'), from: 0 },
    claimedSubject: plant('subject of a failed email'),
    sentTo: recipientHash(`${planted.get('address')}@${planted.get('domain')}.example`),
    serverId: plant('server id'),
  });
  await table.put({
    put: {
      pk: subjectPartition(workspaceId, contactId),
      sk: `REPLY#${plant('reply key')}`,
      text: plant('reply text'),
    },
  });
  await commit(connected(), workspaceId, { writes: [], events: eventsWithMarks(contactId, campaignId) });
  const deliveries = (await takeCalls('deliveries')).map((each) => DeliveryMessage.parse(each));
  // Messages also wait in dead-letter queues, where an erasure does not find them.
  expect([...planted.values()].filter((text) => JSON.stringify(deliveries).includes(text))).toEqual([]);
  const body = plant('response');
  receiver.answer = () => ({ status: 500, body });
  const last = deliveries.findLast(({ webhookId }) => webhookId === kept.id);
  await consume(
    deliver,
    deliveries.filter((each) => each !== last),
  );
  const waiting = last ? [{ ...last, dueAt: now() + 60_000 }] : [];
  for (const each of waiting) await holdDelivery(table, each, 'email.bounced', {});
  await call(remove, {
    ...request('DELETE', `/webhooks/${deleted.id}`),
    params: { id: deleted.id },
  });
  const { email } = contactWithSecondAddress();
  await patch(contactId, { email });
  const rows = Array.from({ length: 1001 }, (_, at) => `row-${at}-${contactId.slice(-8)}@rows.example,x`);
  await importCsv(
    ['email,website', `${email},${plant('invalid website')} not an address`, `${email},`].join('\n'),
  );
  await importCsv(['email,note', ...rows, `${email},${plant('imported note')}`].join('\n').toLowerCase(), {
    onDuplicate: 'update',
  });
  for (let at = 0; at < 8; at++) await consume(run, await takeCalls('jobs'));
  await patch(contactId, { status: 'unsubscribed' });
  await takeCalls('deliveries');
  receiver.calls.length = 0;
  const before = await readTableAsText();
  const isStored = ([, text]: readonly [string, string]) => before.includes(text);
  expect([...planted].filter((each) => !isStored(each)).map(([name]) => name)).toEqual(['invalid website']);
  expect(planted.size).toBeGreaterThanOrEqual(40);

  await eraseNow(contactId);
  await consume(deliver, waiting);
  await consume(
    deliver,
    waiting.map((each) => ({ ...each, dueAt: now() })),
  );

  const queued = await Promise.all(queueNames.map(takeMessages));
  const everything = [await readTableAsText(), JSON.stringify(queued), loggedText()].join('\n');
  expect([...planted].filter(([, text]) => everything.includes(text)).map(([name]) => name)).toEqual([]);
  expect(receiver.calls).toEqual([]);
  const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });
  expect(data.map(({ type }) => type)).toEqual(
    expect.arrayContaining([
      'contact.created',
      'email.sent',
      'email.clicked',
      'email.replied',
      'contact.updated',
    ]),
  );
});

function contactWithSecondAddress() {
  return { email: `${plant('second address')}@second.example` };
}

async function addDraft(contactId: string) {
  const jobs = addCampaign(workspaceId, { contactIds: [contactId] });
  for (let at = 0; at < 50; at++) {
    const messages = await takeJobs();
    if (messages.length > 0) {
      await consume(run, messages);
      break;
    }
  }

  return jobs;
}

test('a contact is deleted, also if other items of its partition sort before it', async () => {
  const contactId = await createContact({ email: `${plant('address')}@erased.example` });
  const pk = subjectPartition(workspaceId, contactId);
  for (const sk of ['ANSWER#1', 'ZZZ#1']) await connected().table.put({ put: { pk, sk } });
  await requestErasure(contactId);

  expect(await statusOf(contactId)).toBeUndefined();
  const again = await createContact({ email: `${planted.get('address')}@erased.example` });
  expect(await statusOf(again)).toBe('active');
});

test('the definitions of ended bulk jobs and of exports have no searched name and no values of the contact', async () => {
  const contactId = await createContact({ email: `${plant('address')}@erased.example` });
  const filter = { search: plant('searched name') };
  const bulk = async (body: object) => {
    const { status } = await call(createBulkJob, request('POST', '/bulk-jobs', body));
    expect(status).toBe(202);
  };
  await bulk({ action: 'add_tags', tags: [plant('tag')], contactIds: [contactId] });
  await bulk({
    action: 'update',
    fields: { city: plant('city') },
    filter: { email: `${planted.get('address')}@erased.example` },
  });
  const otherId = await createContact({ email: 'other@kept.example' });
  await bulk({ action: 'add_tags', tags: ['several'], contactIds: [contactId, otherId] });
  await bulk({ action: 'remove_tags', tags: ['kept'], filter: { ...filter, status: 'active' } });
  for (let messages = await takeCalls('jobs'); messages.length > 0; ) {
    await consume(run, messages);
    messages = await takeMessages('jobs');
  }
  await addExport(workspaceId, { type: 'contacts', format: 'csv', filter: { ...filter, tag: 'kept' } });
  await eraseNow(contactId);

  const stored = await readTableAsText();
  expect([...planted].filter(([, text]) => stored.includes(text)).map(([name]) => name)).toEqual([]);
  const listed = (await call(listBulkJobs, request('GET', '/bulk-jobs'))).body.data;
  expect(listed[0]).toMatchObject({ tags: ['kept'], filter: { status: 'active' } });
  expect(listed[1]).toMatchObject({ tags: ['several'], filter: null });
});

test('a suppressed address is stored as a keyed digest, and a later contact of it is created suppressed', async () => {
  const email = `${plant('address')}@erased.example`;
  const contactId = await createContact({ email });
  await patch(contactId, { status: 'unsubscribed' });
  await eraseNow(contactId);

  expect(await readTableAsText()).not.toContain(planted.get('address'));
  const { data } = await listEntries(connected(), workspaceId, { limit: 10 });
  expect(data).toMatchObject([
    { value: expect.stringMatching(/^[0-9a-f]{16}@erased\.invalid$/), note: null },
  ]);
  const again = await createContact({ email: email.toUpperCase() });
  expect(await statusOf(again)).toBe('unsubscribed');
  await unblock(workspaceId, data[0]?.id ?? '');
  expect(await statusOf(again)).toBe('active');
});

test('an erased address that is blocked again has one entry, with the stronger status, and can be removed', async () => {
  const email = `${plant('address')}@erased.example`;
  const contactId = await createContact({ email });
  await patch(contactId, { status: 'unsubscribed' });
  await eraseNow(contactId);
  await call(createEntry, request('POST', '/blocklist', { value: email }));
  const again = await createContact({ email });

  expect(await statusOf(again)).toBe('unsubscribed');
  const { data } = await listEntries(connected(), workspaceId, { limit: 10 });
  expect(data).toMatchObject([{ value: email, reason: 'manual', contactCount: 1 }]);
  await unblock(workspaceId, data[0]?.id ?? '');
  expect(await statusOf(again)).toBe('active');
});

test('an import that was stored and never accepted loses the rows of an erased contact', async () => {
  const email = `${plant('address')}@erased.example`;
  const contactId = await createContact({ email });
  const others = Array.from({ length: 1100 }, (_, row) => `row${row}@rows.example,A`).join('\n');
  const csv = Buffer.from(`email,first name\n${email},${plant('name')}\n${others}`);
  const importRequest = {
    csv,
    options: { tags: [], onDuplicate: 'skip' as const, campaignId: undefined, mapping: undefined },
    repeatKey: undefined,
  };
  await prepareImport(connected(), workspaceId, importRequest, unguarded);
  await eraseNow(contactId);

  const { items } = await connected().table.query({
    index: 'gsi4',
    pk: `W#${workspaceId}#IMPORTS`,
    limit: 100,
  });
  expect(items.length).toBeGreaterThan(0);
  const pages = await connected().table.getMany(items.map(({ pk, sk }) => ({ pk, sk })));
  const rows = pages.map((page) => JSON.stringify(unpackJson(toPackedRows(page)))).join();
  expect([...planted.values()].filter((text) => rows.includes(text))).toEqual([]);
  expect(rows).toContain('row1099@rows.example');
});

test('an import creates the contact of a suppressed, erased address suppressed', async () => {
  const email = `${plant('address')}@erased.example`;
  const contactId = await createContact({ email });
  await patch(contactId, { status: 'unsubscribed' });
  await eraseNow(contactId);
  expect((await importCsv(`email\n${email}\nother-${email}`)).body).toMatchObject({ created: 2 });

  const { data } = await listEntries(connected(), workspaceId, { limit: 10 });
  expect(data).toMatchObject([{ value: email, contactCount: 2 }]);
});

test('an import loses an erased address in each spelling: other case, and its domain in Unicode', async () => {
  const name = plant('address');
  const contactId = await createContact({ email: `${name}@bücher.example` });
  const rows = [
    `${name.toUpperCase()}@BÜCHER.example,`,
    `${name}@xn--bcher-kva.example,`,
    'other@example.com,',
  ];
  await importCsv(['email,firstName', ...rows.map((row) => row + 'x'.repeat(201))].join('\n'));
  await importCsv(['email,firstName', `${name}@Bücher.example,Ann`].join('\n'));
  await eraseNow(contactId);

  expect((await readTableAsText()).toLowerCase()).not.toContain(name);
});

test('reports of imports lose the texts of refused rows, and keep their numbers and reasons', async () => {
  const name = `${plant('name')}.${plant('surname')}`;
  const domain = `${plant('domain')}.example`;
  const contactId = await createContact({ email: `${name}@${domain}` });
  const refused = [
    `${name}@@${domain}`,
    `"${name} <${name.toUpperCase()}@@${domain}>",too,many,cells`,
    `${name} at ${domain}`,
    `"${name}@${domain.replace('.', ',')}"`,
    `${'long '.repeat(40)}${name}@${domain}@`,
    `${plant('first name')} ${plant('last name')}`,
    `${name}@@misspelled.example`,
  ];
  const lines = refused.join('\n');
  const importIds: string[] = [];
  for (const purpose of ['contacts', 'blocklist']) {
    const { body, status } =
      purpose === 'contacts'
        ? await importCsv(`email,firstName\n${lines}`)
        : await call(importBlocklist, request('POST', '/blocklist/import', { csv: `value,note\n${lines}` }));
    expect({ status, failed: body.failed }).toEqual({ status: expect.any(Number), failed: 7 });
    importIds.push(String(body.importId));
  }
  await eraseNow(contactId);

  const stored = (await readTableAsText()).toLowerCase();
  expect([...planted].filter(([, text]) => stored.includes(text)).map(([key]) => key)).toEqual([]);
  for (const importId of importIds) {
    const { errors } = await getImport(connected(), workspaceId, importId);
    expect(errors).toMatchObject(
      refused.map((_, at) => ({ row: at + 2, email: null, reason: expect.stringMatching(/./) })),
    );
  }
});

test('a contact can be created again if its erased address was not suppressed', async () => {
  const email = `${plant('address')}@erased.example`;
  await eraseNow(await createContact({ email }));

  expect(await statusOf(await createContact({ email }))).toBe('active');
});

test('exports that may have the data of the contact end, and their files are deleted', async () => {
  const email = `${plant('address')}@erased.example`;
  const contactId = await createContact({ email, firstName: plant('first name') });
  const completed = await addExport(workspaceId, { type: 'contacts', format: 'csv' });
  await consume(runExport, [{ workspaceId, exportId: completed }]);
  const unfinished = await addExport(workspaceId, { type: 'activity', format: 'ndjson' });
  expect((await downloadExport(workspaceId, completed)).toString()).toContain(email);
  const { downloadUrl } = await readExport(workspaceId, completed);
  await eraseNow(contactId);

  for (const id of [completed, unfinished]) {
    expect(await readExport(workspaceId, id)).toMatchObject({
      status: 'failed',
      statusReason: { code: 'contact_erased' },
      downloadUrl: null,
    });
  }
  expect(await fileKeysOf(workspaceId)).toEqual([]);
  expect((await fetch(downloadUrl ?? '')).status).toBe(404);
  // A worker that was running the export cannot complete it.
  expect(await consume(runExport, [{ workspaceId, exportId: unfinished }])).toEqual([]);
  expect(await fileKeysOf(workspaceId)).toEqual([]);
});

test('an export after an erasure has no data of the contact', async () => {
  const contactId = await createContact(contactWithMarks());
  await eraseNow(contactId);
  const texts: string[] = [];
  for (const type of ['contacts', 'activity', 'replies']) {
    const exportId = await addExport(workspaceId, { type, format: 'ndjson' });
    await consume(runExport, [{ workspaceId, exportId }]);
    texts.push((await downloadExport(workspaceId, exportId)).toString());
  }

  expect([...planted].filter(([, text]) => texts.join().includes(text))).toEqual([]);
});

test('after an interruption at any write the next message finishes the erasure', async () => {
  const contactId = await createContact(contactWithMarks());
  await patch(contactId, { email: `${plant('second address')}@second.example`, status: undefined });
  await commit(connected(), workspaceId, {
    writes: [],
    events: eventsWithMarks(contactId, newId('cmp', Date.now())),
  });
  await patch(contactId, { status: 'unsubscribed' });
  await requestErasure(contactId);
  const message = { workspaceId, jobId: contactId };
  const startedAt = Date.now();
  for (let writes = 1; (await readErasure(contactId)).body.status === 'running' && writes < 30; writes++) {
    setClock(startedAt + writes * passMs);
    await jobRunner([erasureJobs])(dyingAt(writes % 3), message).catch(() => undefined);
  }

  expect((await readErasure(contactId)).body.status).toBe('completed');
  const stored = await readTableAsText();
  expect([...planted].filter(([, text]) => stored.includes(text))).toEqual([]);
});

describe('of the erasures of a workspace', () => {
  const hasStarted = async (id: string) =>
    (await findJob(connected().table, { workspaceId, id }))?.['startedAt'] !== undefined;
  const requestErasures = async () => {
    const ids: string[] = [];
    for (const name of ['one', 'two', 'three']) {
      const id = await createContact({ email: `${plant(name)}@erased.example` });
      expect((await requestErasure(id)).status).toBe(202);
      ids.push(id);
    }
    await takeCalls('jobs');
    const [first = '', second = '', third = ''] = ids;

    return { first, second, third, messageOf: (jobId: string) => ({ workspaceId, jobId }) };
  };

  test('two run at a time, and the next one starts while another waits for its next pass', async () => {
    const { first, second, third, messageOf } = await requestErasures();
    for (const id of [first, second]) {
      const job = toStoredErasure((await findJob(connected().table, { workspaceId, id })) as Item);
      expect(await tryStartQueued(connected().table, job)).toBe(true);
    }
    await consume(run, [messageOf(third)]);
    expect(await hasStarted(third)).toBe(false);

    await consume(run, [messageOf(first)]);
    expect(await takeMessages('jobs')).toContainEqual(messageOf(third));
    await consume(run, [messageOf(third)]);
    expect(await hasStarted(third)).toBe(true);
  });

  test('two that fail do not stop the others', async () => {
    const { first, second, third, messageOf } = await requestErasures();
    for (const id of [first, second]) {
      for (let attempt = 1; attempt <= 3; attempt++)
        await jobRunner([erasureJobs])(dyingAt(1), messageOf(id)).catch(() => undefined);
    }
    await consume(run, [messageOf(third)]);

    expect(await hasStarted(third)).toBe(true);
  });
});

test('an answer to the contact that waits is deleted, and not sent', async () => {
  const contactId = await createContact({ email: `${plant('address')}@erased.example` });
  const { replyId } = await addReply(workspaceId, { contactId });
  const answerId = await addAnswer(workspaceId, replyId);
  await requestErasure(contactId);
  await consume(run, await takeCalls('jobs'));

  expect(await findAnswer(connected().table, workspaceId, contactId, answerId)).toBeUndefined();
  expect(await consume(send, [{ workspaceId, contactId, answerId }])).toEqual([]);
});

test('a bulk job that still has the contact does not create it again', async () => {
  const email = `${plant('address')}@erased.example`;
  const contactId = await createContact({ email });
  const body = { action: 'update', fields: { city: plant('city') }, contactIds: [contactId] };
  const { status, headers } = await call(createBulkJob, request('POST', '/bulk-jobs', body));
  expect(status).toBe(202);
  const id = headers['location']?.split('/').at(-1) ?? '';
  const jobs = await takeCalls('jobs');
  await requestErasure(contactId);
  await consume(run, jobs);

  const { processed, skipped } = await getBulkJob(connected(), workspaceId, id);
  expect([processed, skipped]).toEqual([1, 1]);
  expect((await patch(contactId, {})).status).toBe(404);
});

test('a lost message only delays the erasure', async () => {
  const contactId = await createContact({ email: `${plant('address')}@erased.example` });
  await requestErasure(contactId);
  await takeCalls('jobs');
  setClock(Date.now() + 2 * 60_000);
  await sweep({} as never, context);

  expect(await takeMessages('jobs')).toContainEqual({ workspaceId, jobId: contactId });
});
