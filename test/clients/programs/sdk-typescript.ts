import { readFileSync } from 'node:fs';
import {
  ApiError,
  ConnectionError,
  IdempotencyMismatchError,
  OutreachClient,
  OutreachError,
  WaitTimeoutError,
  WebhookVerificationError,
  webhooks,
} from 'outreach-campaign-service/client';

/** Uses every feature of the client as a customer would. Prints what it has found as one line of JSON. */
const options = { baseUrl: process.env['API'] ?? '', apiKey: process.env['API_KEY'] ?? '' };
const client = new OutreachClient(options);

async function errorOf<Kind extends Error>(
  kind: new (...values: never[]) => Kind,
  action: () => unknown,
): Promise<Kind> {
  try {
    await action();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error(`no ${kind.name}`);
}

const rows = Array.from({ length: 120 }, (_, index) => `person${index}@example.com,Person ${index}`);
const report = await client.contacts.import({
  csv: ['email,firstName', ...rows].join('\n'),
  options: { tags: ['imported'] },
});
const imported = await client.waitForImport(report.importId);

const ann = await client.contacts.create({ email: 'ann@example.com', firstName: 'Ann' }, { idempotencyKey: 'ann' });
const contacts = new Set<string>();
for await (const { id } of client.contacts.list({ limit: 50 })) contacts.add(id);
const firstPage = await client.contacts.list({ limit: 50 }).first();

const draft = await client.campaigns.create({
  name: 'Spring',
  steps: [{ variants: [{ subject: 'Hello', bodyText: 'Hello {{firstName}}' }] }],
});
const campaign = await client.campaigns.get(draft.id);
const campaigns = await Array.fromAsync(client.campaigns.list(), ({ name }) => name);

const started = await client.bulkJobs.create({ action: 'add_tags', tags: ['all'], filter: { status: 'active' } });
const bulkJob = await client.waitForBulkJob(started.id);
const requested = await client.exports.create({ type: 'contacts', format: 'csv' });
const file = await client.waitForExport(requested.id);

const mismatch = await errorOf(IdempotencyMismatchError, () =>
  client.contacts.create({ email: 'bo@example.com' }, { idempotencyKey: 'ann' }),
);
await client.contacts.delete(ann.id);
const deleted = await errorOf(ApiError, () => client.contacts.get(ann.id));
const erasure = await client.erasures.create(ann.id);
const unfinished = await errorOf(WaitTimeoutError, () => client.waitForErasure(ann.id, { timeoutMs: 3000 }));
const invalid = await errorOf(ApiError, () => client.contacts.create({ email: 'nobody' }));
const exhausted = await errorOf(ApiError, () =>
  new OutreachClient({ ...options, retries: 0 }).contacts.create({ email: 'cy@example.com' }),
);
const unreachable = await errorOf(ConnectionError, () =>
  new OutreachClient({ ...options, baseUrl: 'http://127.0.0.1:1', retries: 0 }).workspaces.get(),
);
const emptyId = await errorOf(OutreachError, () => client.contacts.get(''));

const { body, headers, secret } = JSON.parse(readFileSync(process.env['DELIVERY'] ?? '', 'utf8'));
const event = webhooks.verify(body, headers, secret);
const forged = await errorOf(WebhookVerificationError, () => webhooks.verify(`${body} `, headers, secret));

console.log(
  JSON.stringify({
    imported: [imported.status, imported.created],
    contacts: contacts.size,
    firstPage: firstPage.data.length,
    campaign: campaign.status,
    campaigns,
    bulkJob: [bulkJob.status, bulkJob.changed],
    export: [file.status, file.rows, file.downloadUrl !== null],
    deleted: [deleted.code, deleted.status],
    erasure: [erasure.status, unfinished.message !== ''],
    invalid: [
      invalid.code,
      invalid.status,
      invalid.rule,
      invalid.details[0]?.path,
      invalid.requestId !== undefined,
    ],
    mismatch: mismatch.parts,
    exhausted: [exhausted.code, exhausted.status, exhausted.message],
    unreachable: unreachable.cause !== undefined,
    emptyId: emptyId.message !== '',
    event: event.event,
    forged: forged.message !== '',
  }),
);
