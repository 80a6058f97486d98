import { describe, expect, test } from 'vitest';
import { allEntries } from '#lib/blocklist/items.ts';
import { cursorFor } from '#lib/http/page.ts';
import { handler as listBlocklist } from '../../../functions/blocklist/list.ts';
import { handler as createContact } from '../../../functions/contacts/create.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as unsubscribe } from '../../../functions/tracking/unsubscribe.ts';
import { call } from '../../support/call.ts';
import { measureCpuTime } from '../../support/cpu-time.ts';
import { newWorkspace } from '../../support/stack.ts';
import { addSentEmail, tokenOf, visit } from '../support/links.ts';
import { executionStatuses, uniqueEmail } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';

describe('a body', () => {
  const post = async (body: string) => {
    const { apiKey } = await newWorkspace();

    return call(createContact, { method: 'POST', path: '/contacts', apiKey, body });
  };

  test('with 60,000 unknown fields is refused with a response of a few kilobytes', async () => {
    const unknown = Array.from({ length: 60_000 }, (_, at) => `"unknown${at}":1`).join();
    const reply = await post(`{"email":"${uniqueEmail()}",${unknown}}`);

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.text.length).toBeLessThan(10_000);
  });

  test('with more than 50 faults gets the first 50 and the total number', async () => {
    const unknown = Array.from({ length: 70 }, (_, at) => `"unknown${at}":1`).join();
    const { body } = await post(`{${unknown}}`);

    expect(body.error.details).toHaveLength(50);
    expect(body.error.message).toContain('(and 68 more; details has the first 50)');
  });

  test('with a very long unknown field name gets the beginning of the name', async () => {
    const reply = await post(`{"email":"${uniqueEmail()}","${'n'.repeat(900_000)}":1}`);

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.text.length).toBeLessThan(2000);
  });

  test('nested deeper than 20 levels is refused before it is parsed', async () => {
    const nested = (depth: number) => `{"email":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    const rules = async (depth: number) =>
      (await post(nested(depth))).body.error.details.map(({ rule }: { rule: string }) => rule);

    expect(await rules(20)).toEqual(['invalid_type']);
    expect(await rules(21)).toEqual(['too_deep']);
    expect(await rules(400_000)).toEqual(['too_deep']);
  });

  test('with more than 10,000 values is refused before it is parsed', async () => {
    const { body } = await post(`{"email":[${'0,'.repeat(10_000)}0]}`);

    expect(body.error.details).toEqual([
      { path: 'body', rule: 'too_big', message: 'must have at most 10000 values' },
    ]);
  });
});

test('a request with header values of more than 16,384 characters in total is refused', async () => {
  const { apiKey } = await newWorkspace();
  const reply = await call(createContact, {
    method: 'POST',
    path: '/contacts',
    apiKey,
    body: { email: uniqueEmail() },
    headers: { 'X-Long': 'x'.repeat(17_000) },
  });

  expectProblem(reply, 422, 'VALIDATION_ERROR');
});

test.each([
  ['U+E000', '\ue000'],
  ['NUL', '\u0000'],
  ['U+10FFFF', '\u{10ffff}'],
  ['1,400 characters', 'x'.repeat(1400)],
])('a forged cursor with a position that ends in %s is refused', async (_, end) => {
  const { workspaceId, apiKey } = await newWorkspace();
  const { partitions, index } = allEntries(workspaceId);
  const cursor = cursorFor(`blk_${end}`, JSON.stringify([partitions, index, {}]));
  const reply = await call(listBlocklist, { method: 'GET', path: '/blocklist', apiKey, query: { cursor } });

  expectProblem(reply, 422, 'VALIDATION_ERROR');
  expect(reply.body.error.details[0].path).toBe('cursor');
});

test('a form with a boundary of more than 70 characters is refused before it is parsed', async () => {
  const { apiKey } = await newWorkspace();
  // Almost the boundary, so often that the search compares all of it at each following byte.
  const content = `${`\r\n--b${'a'.repeat(3990)}c`.repeat(8)}${'a'.repeat(2_000_000)}`;
  const post = (boundary: string) =>
    call(importContacts, {
      method: 'POST',
      path: '/contacts/import',
      apiKey,
      headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary}\r\nContent-Disposition: form-data; name="file"\r\n\r\n${content}`,
    });
  const { result, ms } = await measureCpuTime(() => post(`b${'a'.repeat(4000)}`));

  expect(result.body.error.details).toEqual([
    {
      path: 'Content-Type',
      rule: 'media_type',
      message: 'boundary must have at most 70 characters (RFC 2046)',
    },
  ]);
  expect(ms).toBeLessThan(500);
});

describe('a one-click unsubscribe', () => {
  test.each([
    ['of 1 MB in the format of RFC 8058', 'List-Unsubscribe"'.repeat(60_000)],
    ['of 1 MB in another format', 'x'.repeat(1_000_000)],
  ])('%s unsubscribes without reading the form', async (_, body) => {
    const { workspaceId } = await newWorkspace();
    const mail = await addSentEmail(workspaceId);
    const token = await tokenOf(mail, 'unsubscribe');
    const { result, ms } = await measureCpuTime(() =>
      visit(unsubscribe, 'unsubscribe', token, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      }),
    );

    expect(result.status).toBe(200);
    expect(await executionStatuses(workspaceId, mail.contactId, [mail.campaignId])).toEqual(['unsubscribed']);
    expect(ms).toBeLessThan(1000);
  });
});
