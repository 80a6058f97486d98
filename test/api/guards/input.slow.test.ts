import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bodyBytesMaxDefault } from '#lib/http/request.ts';
import type { TestReply, TestRequest } from '../../support/call.ts';
import {
  expectNothingWritten,
  expectProblem,
  guarded,
  type Subject,
  subjectOf,
  writes,
} from '../support/subject.ts';

const withBody = writes.filter(({ definition }) => definition.body && !definition.bodyIsOptional);
const withoutBody = writes.filter(
  ({ definition }) => (!definition.body || definition.bodyIsOptional) && !definition.rawBodyTypes,
);
const takesBytes = writes.filter(({ definition }) => definition.rawBodyTypes !== undefined);

/** Sends the requests with a key of the workspace; each must be refused without changes. */
async function expectRefused(
  subject: Subject,
  requests: readonly Partial<TestRequest>[],
): Promise<TestReply[]> {
  return expectNothingWritten(subject, async () => {
    const replies: TestReply[] = [];
    for (const request of requests) {
      const reply = await subject.send(subject.workspace.apiKey, request);
      expectProblem(reply, 422, 'VALIDATION_ERROR');
      replies.push(reply);
    }

    return replies;
  });
}

function pathsOf({ body }: TestReply): string[] {
  return body.error.details.map(({ path }: { path: string }) => path);
}

const json = { 'Content-Type': 'application/json' };

describe.each(guarded)('$name', (endpoint) => {
  test('refuses an unknown query parameter by name', async () => {
    const subject = await subjectOf(endpoint);
    const [unknown, prototype, repeated] = await expectRefused(subject, [
      { query: { ...subject.valid.query, unknown: '1' } },
      { query: JSON.parse('{"__proto__":"1"}') },
      { query: { limit: '0', cursor: '' } },
    ]);

    expect(unknown && pathsOf(unknown)).toEqual(['unknown']);
    expect(prototype?.status).toBe(422);
    expect(repeated?.status).toBe(422);
  });
});

describe.each(withBody)('$name', (endpoint) => {
  let subject: Subject;
  let body: Record<string, unknown>;
  beforeAll(async () => {
    subject = await subjectOf(endpoint);
    body = Object(subject.valid.body);
  });

  test('refuses unknown fields and read-only fields by name', async () => {
    const forbidden = [
      'id',
      'workspaceId',
      'status',
      'createdAt',
      'updatedAt',
      'pk',
      'constructor',
      'unknown',
    ];
    const [all] = await expectRefused(subject, [
      { body: { ...body, ...Object.fromEntries(forbidden.map((name) => [name, 'x'])) } },
      ...forbidden.map((name) => ({ body: { ...body, [name]: null } })),
      { body: JSON.stringify({ ...body, '<>': 1 }).replace('<>', '__proto__') },
    ]);

    expect(all && pathsOf(all).sort()).toEqual([...forbidden].sort());
  });

  test('refuses each field of a wrong type, by name', async () => {
    for (const [name, value] of Object.entries(body)) {
      const invalidValues = typeof value === 'string' ? [7, true, ['x'], { x: 1 }] : ['text', 7, true];
      const replies = await expectRefused(
        subject,
        invalidValues.map((other) => ({ body: { ...body, [name]: other } })),
      );
      for (const reply of replies) expect(pathsOf(reply)[0]).toMatch(new RegExp(`^${name}\\b`));
    }
  });

  test('refuses a body that is not a JSON object in UTF-8', async () => {
    const validJson = JSON.stringify(body);
    const texts = [
      '',
      ' ',
      'null',
      '[]',
      `[${validJson}]`,
      '"text"',
      '17',
      validJson.slice(0, -1),
      `${validJson},`,
      `${validJson}{}`,
      validJson.replaceAll('"', "'"),
      `\ufeff${validJson.slice(1)}`,
      '['.repeat(100_000),
      'NaN',
    ];

    await expectRefused(subject, [
      ...texts.map((text) => ({ body: text })),
      { body: undefined, headers: json },
    ]);
  });

  test('refuses other media types', async () => {
    const types = ['text/plain', 'text/csv', 'application/x-www-form-urlencoded', 'multipart/form-data', ''];

    await expectRefused(
      subject,
      types.map((type) => ({ headers: { 'Content-Type': type } })),
    );
  });

  test('lists all faults of a request', async () => {
    const body = { ...discriminatorOf(endpoint, subject), other: 1, another: 1 };
    const [reply] = await expectRefused(subject, [{ body, query: { more: '1' } }]);

    expect(reply && pathsOf(reply)).toEqual(expect.arrayContaining(['more', 'other', 'another']));
    expect(reply && pathsOf(reply).length).toBeGreaterThan(2);
  });
});

describe.each(withoutBody)('$name', (endpoint) => {
  test('accepts only an empty body', async () => {
    await expectRefused(await subjectOf(endpoint), [
      { body: { dryRun: 'yes' } },
      { body: { unknown: 1 } },
      { body: '[]' },
      { body: '{' },
      { body: 'text', headers: { 'Content-Type': 'text/plain' } },
    ]);
  });
});

describe.each(takesBytes)('$name', (endpoint) => {
  test('refuses other media types', async () => {
    await expectRefused(
      await subjectOf(endpoint),
      ['text/plain', 'application/pdf', 'application/octet-stream', ''].map((type) => ({
        headers: { 'Content-Type': type },
      })),
    );
  });
});

describe.each(writes)('$name', (endpoint) => {
  test('accepts a body up to its limit in bytes', async () => {
    const subject = await subjectOf(endpoint);
    const limit = endpoint.definition.bodyBytesMax ?? bodyBytesMaxDefault;
    // Two bytes per character, because the limit is in bytes.
    const padding = (bytes: number) => 'é'.repeat(Math.floor(bytes / 2)) + (bytes % 2 === 1 ? ' ' : '');
    const [atLimit, above] = await expectRefused(subject, [
      { body: padding(limit) },
      { body: padding(limit + 1) },
    ]);

    expect(atLimit?.text).not.toContain(`at most ${limit} bytes`);
    expect(above?.text).toContain(`body: must have at most ${limit} bytes`);
  });
});

/** Without it, a union does not know which fields a request may have. */
function discriminatorOf(
  { definition: { body } }: (typeof writes)[number],
  { valid }: Subject,
): Record<string, unknown> {
  const name = body instanceof z.ZodMiniDiscriminatedUnion ? body._zod.def.discriminator : undefined;

  return name === undefined ? {} : { [name]: Object(valid.body)[name] };
}
