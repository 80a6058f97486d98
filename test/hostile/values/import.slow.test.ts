import { expect, test } from 'vitest';
import { contactColumns } from '#lib/contacts/import/csv-mapping.ts';
import { inlineContactsMax } from '#lib/contacts/import/report.ts';
import { handler as getImport } from '../../../functions/contacts/get-import.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { uniqueEmail } from '../../api/support/seed.ts';
import { call, type TestReply } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { poisonTexts } from './catalogue.ts';

const columns = [...contactColumns, 'custom one', 'constructor'];
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A file with NUL, or with a text over a cell's limit, is refused as a whole; separate tests cover these. */
const cells = poisonTexts.filter(({ text }) => !text.includes('\u0000') && text.length < 60_000);

/** One row per text, with the text in a different column each time. */
function poisonedRows(): string[] {
  return cells.map(({ text }, at) => {
    const poisoned = at % columns.length;
    const row = columns.map((name) => (name === 'email' ? uniqueEmail() : ''));
    row[poisoned] = quoted(text);

    return row.join();
  });
}

const goodRow = () => [uniqueEmail(), ...columns.slice(1).map(() => '')].join();

interface Sent {
  readonly workspace: Workspace;
  readonly reply: TestReply;
}

/**
 * Half a surrogate pair has no UTF-8: JSON with one is refused as a whole, and in bytes it is another
 * character.
 */
async function send(text: string, asJson: boolean): Promise<Sent> {
  const csv = text.toWellFormed();
  const workspace = await newWorkspace();
  const reply = await call(importContacts, {
    method: 'POST',
    path: '/contacts/import',
    apiKey: workspace.apiKey,
    headers: { 'Content-Type': asJson ? 'application/json' : 'text/csv' },
    body: asJson ? JSON.stringify({ csv, options: { onDuplicate: 'update' } }) : csv,
  });

  return { workspace, reply };
}

/** The report of a completed import. */
async function finished({ workspace, reply }: Sent): Promise<TestReply['body']> {
  expect([200, 202], reply.text.slice(0, 1000)).toContain(reply.status);
  const id = reply.body.importId;
  const read = async () =>
    (
      await call(getImport, {
        method: 'GET',
        path: `/contacts/imports/${id}`,
        params: { id },
        apiKey: workspace.apiKey,
      })
    ).body;
  if (reply.status === 202) {
    await expect
      .poll(async () => (await read()).status, { timeout: 200_000, interval: 1000 })
      .toBe('completed');
  }

  return reply.status === 202 ? read() : reply.body;
}

async function expectReadable({ workspace: { apiKey } }: Sent, created: number): Promise<void> {
  let found = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply: TestReply = await call(listContacts, {
      method: 'GET',
      path: '/contacts',
      apiKey,
      query: { limit: '100', ...(cursor !== '' && { cursor }) },
    });
    expect(reply.status, reply.text).toBe(200);
    found += reply.body.data.length;
    cursor = reply.body.nextCursor;
  }
  expect(found).toBe(created);
}

test.each([
  ['inline, as text/csv', 0, false],
  ['inline, as JSON', 0, true],
  ['in the background, as text/csv', inlineContactsMax + 1, false],
])(
  'an import ends and reports each row of poison values: %s',
  { timeout: 300_000 },
  async (name, good, asJson) => {
    const rows = poisonedRows();
    // Valid rows surround the poisoned ones, so that a row that stops the import is noticed.
    const all = [
      ...Array.from({ length: good }, goodRow).slice(0, 10),
      ...rows,
      ...Array.from({ length: Math.max(0, good - 10) }, goodRow),
    ];
    const sent = await send(`${columns.join()}\n${all.join('\n')}\n`, asJson);
    const report = await finished(sent);

    // biome-ignore lint/suspicious/noConsole: the result of the run
    console.log(
      `${name}: ${rows.length} rows of poison values among ${all.length}: ${report.created} created, ${report.updated} updated, ${report.skipped} skipped, ${report.duplicatesInFile} duplicates, ${report.failed} failed`,
    );
    expect(report.total).toBe(report.rowsInFile);
    expect(report.created).toBeGreaterThanOrEqual(good);
    expect(report.failed).toBeGreaterThan(0);
    for (const { reason } of report.errors) expect(reason).not.toBe('');
    await expectReadable(sent, report.created);
  },
);

test.each([false, true])(
  'a header of poison names is imported or refused with a message, as JSON: %s',
  { timeout: 200_000 },
  async (asJson) => {
    const names = poisonTexts.filter(({ text }) => text.length < 2000);
    for (let from = 0; from < names.length; from += 90) {
      const some = names.slice(from, from + 90).map(({ text }) => text);
      const header = ['email', ...some.map(quoted)].join();
      const { reply } = await send(`${header}\n${[uniqueEmail(), ...some.map(() => 'x')].join()}\n`, asJson);

      expect([200, 422], reply.text.slice(0, 500)).toContain(reply.status);
      if (reply.status === 422) expect(reply.body.error.details[0].message).not.toBe('');
      else expect(reply.body).toMatchObject({ created: 1, failed: 0 });
    }
  },
);

test('a mapping of poison names and targets is imported or refused with a message', {
  timeout: 200_000,
}, async () => {
  const { apiKey } = await newWorkspace();
  const statuses: number[] = [];
  for (const [at, { text }] of poisonTexts.filter(({ text }) => text.length < 2000).entries()) {
    const mapping = JSON.stringify(Object.fromEntries([[text, at % 2 === 0 ? 'custom.x' : text]]));
    const reply = await call(importContacts, {
      method: 'POST',
      path: '/contacts/import',
      apiKey,
      at: Date.now() + at * 1000,
      body: `{"csv":${JSON.stringify(`email,${quoted(text)}\n${uniqueEmail()},x\n`)},"options":{"mapping":${mapping}}}`,
    });
    statuses.push(reply.status);
    expect([200, 422], `${text.slice(0, 50)} ${reply.text.slice(0, 300)}`).toContain(reply.status);
  }
  expect(statuses).toContain(200);
  expect(statuses).toContain(422);
});
