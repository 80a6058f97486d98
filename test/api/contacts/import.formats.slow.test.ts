import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { importBytesMax, importDecodedBytesMax } from '#lib/contacts/import/options.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { call, gatewayEvent, type TestReply } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { uniqueEmail } from '../support/seed.ts';
import { expectNothingWritten } from '../support/subject.ts';

let workspace: Workspace;
beforeAll(async () => {
  workspace = await newWorkspace();
});

type Headers = Record<string, string>;
const csv: Headers = { 'Content-Type': 'text/csv' };

/** An event of the gateway, which encodes every body in base64. */
async function send(
  body: string | Uint8Array,
  headers: Headers = csv,
  query: Headers = {},
): Promise<TestReply> {
  const { apiKey } = workspace;
  const event = gatewayEvent({ method: 'POST', path: '/contacts/import', apiKey, headers, query });
  const base64 = { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  const result = await importContacts({ ...event, ...base64 }, {
    getRemainingTimeInMillis: () => 25_000,
  } as never);

  return { status: result.statusCode, headers: {}, body: JSON.parse(result.body), text: result.body };
}

const sendJson = (body: unknown, query: Headers = {}) =>
  send(JSON.stringify(body), { 'Content-Type': 'application/json; charset=utf-8' }, query);

/** A form as browsers and common HTTP clients encode it. */
async function sendForm(parts: Record<string, Blob | string>, query: Headers = {}, more: Headers = {}) {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, part, `${name}.csv`);
  }
  const request = new Request('http://localhost', { method: 'POST', body: form });

  return send(
    await request.bytes(),
    { 'Content-Type': request.headers.get('content-type') ?? '', ...more },
    query,
  );
}

const find = async (email: string) =>
  (await call(list, { method: 'GET', path: '/contacts', apiKey: workspace.apiKey, query: { email } })).body
    .data[0];

/** The request is rejected with these paths, and nothing is written. */
async function expectRefused(sent: () => Promise<TestReply>, ...paths: string[]) {
  const reply = await expectNothingWritten({ workspace }, sent);
  expect(reply).toMatchObject({ status: 422, body: { error: { code: 'VALIDATION_ERROR' } } });
  expect(reply.body.error.details.map(({ path }: { path: string }) => path)).toEqual(paths);

  return reply.body.error.message;
}

const options = {
  tags: ['lead', 'spring'],
  mapping: { Kontakt: 'email', Stufe: 'custom.level', Rest: null },
};
const asQuery = { tags: 'lead,spring', mapping: JSON.stringify(options.mapping) };

describe('every upload format gives the same result', () => {
  const ways: Record<string, (file: string) => Promise<TestReply>> = {
    'as the body': (file) => send(file, csv, asQuery),
    'as the body, compressed': (file) =>
      send(gzipSync(file), { ...csv, 'Content-Encoding': 'gzip' }, asQuery),
    'as the body, decompressed by the gateway, which keeps the header': (file) =>
      send(file, { ...csv, 'Content-Encoding': 'gzip' }, asQuery),
    'as the body, deflated, decompressed by the gateway, which keeps the header': (file) =>
      send(file, { ...csv, 'Content-Encoding': 'deflate' }, asQuery),
    'as the body, compressed and without Content-Encoding': (file) => send(gzipSync(file), csv, asQuery),
    'as a gzip file': (file) => send(gzipSync(file), { 'Content-Type': 'application/gzip' }, asQuery),
    'as a gzip file that the gateway has decompressed': (file) =>
      send(file, { 'Content-Type': 'application/gzip', 'Content-Encoding': 'gzip' }, asQuery),
    'as a form': (file) => sendForm({ file: new Blob([file]), options: JSON.stringify(options) }),
    'as a form with the options as a file': (file) =>
      sendForm({ options: new Blob([JSON.stringify(options)]), file: new Blob([file]) }),
    'as a form with its options in the query': (file) => sendForm({ file: new Blob([file]) }, asQuery),
    'as a compressed part of a form': (file) =>
      sendForm({ file: new Blob([gzipSync(file)]), options: JSON.stringify(options) }),
    'as a text part of a form': (file) => sendForm({ file, options: JSON.stringify(options) }),
    'as JSON': (file) => sendJson({ csv: file, options }),
    'as JSON with its options in the query': (file) => sendJson({ csv: file }, asQuery),
    'as JSON, decompressed by the gateway, which keeps the header': (file) =>
      send(JSON.stringify({ csv: file, options }), {
        'Content-Type': 'application/json',
        'Content-Encoding': 'gzip',
      }),
    'as JSON, compressed': (file) =>
      send(gzipSync(JSON.stringify({ csv: file, options })), {
        'Content-Type': 'application/json',
        'Content-Encoding': 'GZIP',
      }),
  };

  test.each(Object.entries(ways))('%s', async (_, way) => {
    const email = uniqueEmail();
    const reply = await way(`Kontakt;Vorname;Stufe;Rest\r\n${email};Zoë;"3;4"\r\ninvalid;;;x\r\n`);

    expect(reply).toMatchObject({ status: 200, body: { total: 2, created: 1, failed: 1, warnings: [] } });
    expect(await find(email)).toMatchObject({
      tags: options.tags,
      firstName: 'Zoë',
      customFields: { level: '3;4' },
    });
    expect((await find(email)).customFields).not.toHaveProperty('rest');
  });
});

describe('every encoding is decoded correctly', () => {
  const text = (email: string) => `email,first name\n${email},Zoë Çelik\n`;
  const utf16 = (email: string) => Buffer.from(`\uFEFF${text(email)}`, 'utf16le');
  const encodings: Record<string, (email: string) => Promise<TestReply>> = {
    'UTF-16 LE': (email) => send(utf16(email)),
    'UTF-16 BE': (email) => send(utf16(email).swap16()),
    'UTF-16 LE without a mark, declared': (email) =>
      send(utf16(email).subarray(2), { 'Content-Type': 'text/csv; charset="UTF-16LE"' }),
    'windows-1252, named': (email) =>
      send(Buffer.from(text(email), 'latin1'), { 'Content-Type': 'text/csv;charset=iso-8859-1' }),
    'windows-1252, declared by the part of a form': (email) =>
      sendForm({
        file: new Blob([Buffer.from(text(email), 'latin1')], { type: 'text/csv; charset=latin1' }),
      }),
    'UTF-16 in a form': (email) => sendForm({ file: new Blob([utf16(email)]) }),
    'UTF-8 with a mark in JSON': (email) => sendJson({ csv: `\uFEFF${text(email)}` }),
  };

  test.each(Object.entries(encodings))('%s', async (_, way) => {
    const email = uniqueEmail();

    expect((await way(email)).body).toMatchObject({ created: 1, warnings: [] });
    expect(await find(email)).toMatchObject({ firstName: 'Zoë Çelik' });
  });

  test('decodes windows-1252 with a warning if no charset, or UTF-8, is declared', async () => {
    for (const type of ['text/csv', 'text/csv; charset=utf-8']) {
      const email = uniqueEmail();
      const reply = await send(Buffer.from(text(email), 'latin1'), { 'Content-Type': type });

      expect(reply.body).toMatchObject({ created: 1, warnings: [expect.stringContaining('windows-1252')] });
      expect(await find(email)).toMatchObject({ firstName: 'Zoë Çelik' });
    }
  });
});

describe('rejects and writes nothing:', () => {
  // A key may make 100 requests in a minute.
  beforeAll(async () => {
    workspace = await newWorkspace();
  });

  const file = 'email\nann@example.com\n';
  const gzip = { ...csv, 'Content-Encoding': 'gzip' };

  test('other media types', async () => {
    for (const type of [
      'text/plain',
      'application/zip',
      'text/csv-schema',
      'multipart/mixed; boundary=b',
      '',
    ]) {
      const message = await expectRefused(() => send(file, { 'Content-Type': type }), 'Content-Type');
      expect(message).toContain('text/csv or application/gzip or multipart/form-data or application/json');
    }
  });

  test('content codings other than gzip and deflate, truncated or damaged gzip, and an empty body', async () => {
    const packed = gzipSync(file.repeat(50));
    const damaged = Buffer.from(packed).fill(0xff, 20, 30);
    for (const coding of ['br', 'gzip, gzip']) {
      await expectRefused(() => send(file, { ...csv, 'Content-Encoding': coding }), 'Content-Encoding');
    }
    for (const bytes of [packed.subarray(0, -9), damaged, Buffer.alloc(0)]) {
      await expectRefused(() => send(bytes, gzip), 'body');
      await expectRefused(() => send(bytes, csv), 'body');
    }
    await expectRefused(() => sendForm({ file: new Blob([packed.subarray(0, -9)]) }), 'file');
  });

  test('a file above the size limit, compressed or not; decompression stops at the limit', async () => {
    const atLimit = Buffer.from(file + '\n'.repeat(importDecodedBytesMax - file.length));
    const above = Buffer.concat([atLimit, Buffer.from('\n')]);
    const bomb = gzipSync(Buffer.alloc(60_000_000));
    const message = await expectRefused(() => send(bomb, gzip), 'body');

    expect(message).toContain('at most 10000000 bytes when decompressed');
    expect((await send(gzipSync(atLimit), gzip)).body).toMatchObject({ total: 1 });
    await expectRefused(() => send(gzipSync(above), gzip), 'body');
    await expectRefused(() => sendForm({ file: new Blob([bomb]) }), 'file');
    const tooLong = Buffer.alloc(importBytesMax + 1, '\n');
    expect(await expectRefused(() => send(tooLong), 'body')).toBe(
      'body: must have at most 4500000 bytes; send it as a gzip file (Content-Type: application/gzip, no Content-Encoding) or split it',
    );
  });

  test('invalid forms, and forms with other parts than one file and its options', async () => {
    const form = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const part = (name: string, content = file) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`;

    expect((await send(`${part('file', `email\n${uniqueEmail()}`)}--b--\r\n`, form)).body).toMatchObject({
      total: 1,
    });
    await expectRefused(
      () => send(`${part('file')}--b--`, { 'Content-Type': 'multipart/form-data' }),
      'Content-Type',
    );
    for (const bytes of [
      file,
      part('file'),
      `--b--`.slice(1),
      `--b\r\nX: é`,
      `--b\r\n${'X: 1\r\n'.repeat(9000)}`,
    ]) {
      await expectRefused(() => send(bytes, form), 'body');
    }
    for (const none of ['', '--b--\r\n']) await expectRefused(() => send(none, form), 'file');
    await expectRefused(() => send(`${part('options', '{}')}--b--`, form), 'file');
    await expectRefused(() => send(`${part('file')}${part('file')}--b--`, form), 'file');
    await expectRefused(() => send(`${part('file')}${part('campaignId', 'x')}--b--`, form), 'campaignId');
    await expectRefused(() => send(`${part('file')}${part('options', '{')}--b--`, form), 'options');
    await expectRefused(() => send(`${part('file')}--b\r\nX: 1\r\n\r\nnameless\r\n--b--`, form), '');
    await expectRefused(() => send(`${'--b\r\nX: 1\r\n\r\n\r\n'.repeat(250_000)}--b--`, form), 'body');
  });

  test('invalid options in any format, each by its name', async () => {
    const wrong = {
      onDuplicate: 'replace',
      campaignId: 'cmp_1',
      tags: ['x'.repeat(51)],
      mapping: { email: 'address', plan: 'custom.1' },
    };
    const paths = ['onDuplicate', 'campaignId', 'tags[0]', 'mapping.email', 'mapping.plan'];
    const query = {
      ...wrong,
      tags: wrong.tags.join(),
      mapping: JSON.stringify(wrong.mapping),
      colour: 'red',
    };
    const inBody = [...paths, 'colour'].map((path) => `options.${path}`);

    await expectRefused(() => send(file, csv, query), ...paths, 'colour');
    await expectRefused(() => sendJson({ csv: file, options: { ...wrong, colour: 'red' } }), ...inBody);
    const json = JSON.stringify({ ...wrong, colour: 'red' });
    await expectRefused(() => sendForm({ file: new Blob([file]), options: json }), ...inBody);
    for (const mapping of ['{', '[]', '"email"', '{"email":7}', 'null']) {
      await expectRefused(
        () => send(file, csv, { mapping }),
        mapping.includes('7') ? 'mapping.email' : 'mapping',
      );
    }
    await expectRefused(() => send(file, csv, { mapping: '{"plan":"custom.plan"}' }), 'mapping.plan');
  });

  test('a file or options that do not fit together, each by its field in the request', async () => {
    const other = 'name\nAnn';
    const options = { mapping: { Nope: 'email' }, campaignId: 'cmp_00000000000000000000000000' };
    const mapping = JSON.stringify(options.mapping);
    const { campaignId } = options;
    const form = (parts: unknown) => ({ file: new Blob([file]), options: JSON.stringify(parts) });

    await expectRefused(() => send(other), 'body');
    await expectRefused(() => sendJson({ csv: other }), 'csv');
    await expectRefused(() => sendForm({ file: new Blob([other]) }), 'file');
    await expectRefused(() => send(file, csv, { mapping }), 'mapping.Nope');
    await expectRefused(
      () => sendJson({ csv: file, options: { mapping: options.mapping } }),
      'options.mapping.Nope',
    );
    await expectRefused(() => sendForm(form({ mapping: options.mapping })), 'options.mapping.Nope');
    await expectRefused(() => send(file, csv, { campaignId }), 'campaignId');
    await expectRefused(() => sendJson({ csv: file, options: { campaignId } }), 'options.campaignId');
    await expectRefused(() => sendForm(form({ campaignId })), 'options.campaignId');
  });

  test('options both in the body and in the query', async () => {
    await expectRefused(() => sendJson({ csv: file, options: {} }, { tags: 'a' }), 'tags');
    await expectRefused(() => sendForm({ file: new Blob([file]), options: '{}' }, { tags: 'a' }), 'tags');
  });

  test('an unknown charset, and a charset that does not match the bytes', async () => {
    for (const charset of ['klingon', 'utf-16le']) {
      await expectRefused(() => send(`${file}x`, { 'Content-Type': `text/csv; charset=${charset}` }), 'body');
    }
  });
});

test('shortens the values of failed rows, so that a thousand errors fit a response', async () => {
  const file = `email\n${`${'😀'.repeat(16_000)}\n`.repeat(60)}`;
  const { body, text } = await send(file);

  expect(body).toMatchObject({ total: 60, failed: 60 });
  expect(text.length).toBeLessThan(60 * 1000);
});
