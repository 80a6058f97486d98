import { beforeAll, describe, expect, test } from 'vitest';
import { EventKind } from '#lib/values/event-kind.ts';
import { handler as create } from '../../../functions/webhooks/create.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { readTableAsText } from '../support/table-dump.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const post = (body: Record<string, unknown> = {}, apiKey = workspace.apiKey, at = Date.now()) =>
  call(create, {
    method: 'POST',
    path: '/webhooks',
    apiKey,
    at,
    body: { url: 'https://hooks.example.com/in', events: ['email.sent'], ...body },
  });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a new webhook is healthy, and its secret is returned but not stored in plain text', async () => {
    const { status, headers, body } = await post({ description: 'CRM' });

    expect(status).toBe(201);
    expect(headers['location']).toBe(`/webhooks/${body.id}`);
    expect(body).toMatchObject({
      status: 'healthy',
      consecutiveFailures: 0,
      description: 'CRM',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const stolen = await readTableAsText();
    expect(stolen).toContain(body.id);
    expect(stolen).not.toContain(body.secret.slice('whsec_'.length));
  });

  test('"*" subscribes to all kinds and is returned unchanged', async () => {
    expect(await post({ events: ['*'] })).toMatchObject({ status: 201, body: { events: ['*'] } });
    expect(pathsOf(await post({ events: ['*', 'email.sent'] }))).toEqual(['events']);
  });

  test('all event kinds', async () => {
    const events = EventKind.def.entries;

    expect(Object.keys(events)).toHaveLength(20);
    expect((await post({ events: Object.values(events) })).status).toBe(201);
  });

  test.each(['https://example.com', 'https://example.com:8443/a?b=c', 'https://bücher.example/'])(
    'the URL %s',
    async (url) => {
      expect((await post({ url })).body.url).toBe(url);
    },
  );
});

describe('rejects', () => {
  const hostile = [
    '',
    'example.com',
    'ftp://example.com/',
    'http://example.com/',
    'https://user:pass@example.com/',
    'https://example.com:22/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0xa9fea9fe/',
    'https://2852039166/',
    'https://１６９.254.169.254/',
    'https://intranet/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    ' https://example.com/',
    'https://exa\nmple.com/',
    `https://example.com/${'x'.repeat(2048)}`,
  ];

  test.each(hostile)('the URL %j', async (url) => {
    const reply = await post({ url });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['url']);
  });

  const wrong: [string, Record<string, unknown>, string][] = [
    ['no event', { events: [] }, 'events'],
    ['a repeated event', { events: ['email.sent', 'email.sent'] }, 'events'],
    ['an event that does not exist', { events: ['email.sent', 'email.delivered'] }, 'events[1]'],
    ['a secret that the caller chose', { secret: 'whsec_mine' }, 'secret'],
    ['a status', { status: 'healthy' }, 'status'],
    ['a description of 501 characters', { description: 'x'.repeat(501) }, 'description'],
  ];

  test.each(wrong)('%s, naming the field', async (_, fields, path) => {
    const reply = await post(fields);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });

  test('the 51st webhook of a workspace, even with 60 concurrent requests', async () => {
    const { apiKey } = await newWorkspace();
    const replies = await Promise.all(Array.from({ length: 60 }, () => post({}, apiKey)));
    const refused = replies.filter(({ status }) => status !== 201);

    expect(refused.map(({ status }) => status)).toEqual(Array(10).fill(422));
    expect(refused[0]?.body.error.message).toContain('at most 50');
  });
});
