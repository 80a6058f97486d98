import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestReply, TestRequest } from '../../support/call.ts';
import { newApiKey } from '../../support/stack.ts';
import { isWholeTier, shownOf } from '../../support/tier.ts';
import {
  expectHeaders,
  expectNothingWritten,
  expectProblem,
  type Subject,
  subjectOf,
  writes,
} from '../support/subject.ts';
import { readStolenTable, readWorkspace } from '../support/table-dump.ts';

const dayMs = 24 * 3_600_000;

function sendUnder(subject: Subject, key: string, changes: Partial<TestRequest> = {}, apiKey?: string) {
  return subject.send(apiKey ?? subject.workspace.apiKey, {
    ...changes,
    headers: { 'Idempotency-Key': key, ...changes.headers },
  });
}

function answerOf({ status, text, headers }: TestReply) {
  return { status, text, location: headers['location'] };
}

describe.each(shownOf(writes, 3))('$name', (endpoint) => {
  test('gives a repeat the first answer, says so, and does nothing again', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    const first = await sendUnder(subject, key);
    const repeat = await expectNothingWritten(subject, () => sendUnder(subject, key));

    expect(first.status).toBeLessThan(300);
    expect(first.headers).not.toHaveProperty('idempotency-replayed');
    expect(answerOf(repeat)).toEqual(answerOf(first));
    expect(repeat.headers).toMatchObject({ 'idempotency-replayed': 'true' });
    expect(repeat.headers).not.toHaveProperty('idempotency-mismatch');
    expectHeaders(repeat);
    // A repeat counts like any request, and shows its own window.
    expect(Number(repeat.headers['x-ratelimit-remaining'])).toBe(
      Number(first.headers['x-ratelimit-remaining']) - 1,
    );
  });

  test('gives a repeat with another body the first answer too, marked as a mismatch', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    const first = await sendUnder(subject, key);
    const other = await expectNothingWritten(subject, () =>
      sendUnder(subject, key, { body: '{"name":"other"}' }),
    );

    expect(answerOf(other)).toEqual(answerOf(first));
    expect(other.headers).toMatchObject({ 'idempotency-replayed': 'true', 'idempotency-mismatch': 'body' });
  });

  test('performs once what many callers ask at once, and tells all of them the same', async () => {
    const [once, often] = await Promise.all([subjectOf(endpoint), subjectOf(endpoint)]);
    const key = randomUUID();
    await sendUnder(once, key);
    // Of a slow endpoint, no more than a workspace may have in flight: others are refused while the first is at work.
    const callers = endpoint.definition.slow?.inFlightPerWorkspace ?? (isWholeTier ? 32 : 6);
    const replies = await Promise.all(Array.from({ length: callers }, () => sendUnder(often, key)));
    const [first] = replies;

    expect(first?.status).toBeLessThan(300);
    for (const reply of replies) expect(answerOf(reply)).toEqual(first && answerOf(first));
    expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
    // As many items as one request leaves in a workspace like it.
    expect(await readWorkspace(often.workspace.workspaceId)).toHaveLength(
      (await readWorkspace(once.workspace.workspaceId)).length,
    );
  });

  test('remembers a key for 24 hours, and nothing that was refused', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    expect((await sendUnder(subject, key, { query: { unknown: '1' } })).status).toBe(422);
    const at = Date.now();
    const first = await sendUnder(subject, key, { at });
    expect(first.headers).not.toHaveProperty('idempotency-replayed');

    const lastMoment = await sendUnder(subject, key, { at: at + dayMs - 1 });
    expect(answerOf(lastMoment)).toEqual(answerOf(first));
    const tooLate = await sendUnder(subject, key, { at: at + dayMs });
    expect(tooLate.headers).not.toHaveProperty('idempotency-replayed');
  });

  test('keeps keys of different callers apart', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    await sendUnder(subject, key);
    const colleague = await newApiKey(subject.workspace.workspaceId, { scope: 'full-access' });

    expect((await sendUnder(subject, key, {}, colleague)).headers).not.toHaveProperty('idempotency-replayed');
  });

  test('keeps keys of different paths apart', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    await sendUnder(subject, key);
    const elsewhere = await sendUnder(subject, key, { path: `${subject.valid.path}/elsewhere` });

    expect(elsewhere.headers).not.toHaveProperty('idempotency-replayed');
  });

  test('replays nothing to a caller whose key is not valid or may not write', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    await sendUnder(subject, key);

    expectProblem(
      await sendUnder(subject, key, {}, `${subject.workspace.apiKey.slice(0, -1)}!`),
      401,
      'UNAUTHORIZED',
    );
    expectProblem(await sendUnder(subject, key, {}, subject.workspace.readOnlyApiKey), 403, 'FORBIDDEN');
  });

  test('refuses a key that is not 1 to 255 printable characters', async () => {
    const subject = await subjectOf(endpoint);
    await expectNothingWritten(subject, async () => {
      for (const key of ['', 'x'.repeat(256), 'tab\there', 'line\nbreak', 'é', '\u0000', '\u007f', '🔑']) {
        const reply = await sendUnder(subject, key);
        expectProblem(reply, 422, 'VALIDATION_ERROR');
        expect(reply.body.error.message).toContain('Idempotency-Key');
      }
    });
    expect((await sendUnder(subject, ` ~${'x'.repeat(253)}`)).status).toBeLessThan(300);
  });
});

const secretive = writes.filter(({ definition }) => definition.revealsSecret);

describe.each(secretive)('$name', (endpoint) => {
  test('shows its secret again to a repeat, while the whole table shows it to nobody', async () => {
    const subject = await subjectOf(endpoint);
    const key = randomUUID();
    const { body } = await sendUnder(subject, key);
    const secret: string = body.secret ?? body.key;
    const stolen = await readStolenTable();

    expect((await sendUnder(subject, key)).body).toEqual(body);
    expect(stolen).toContain(body.id);
    for (const hidden of [secret, secret.slice(8), subject.workspace.apiKey, key]) {
      expect(stolen).not.toContain(hidden);
    }
  });
});
