import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nextAttempt } from '#lib/webhooks/delivery/retry-plan.ts';
import { sign, standardSignature } from '#lib/webhooks/delivery/signature.ts';
import { mayRejectSignature } from '#lib/webhooks/secrets.ts';
import { exampleSecret } from '../../../infra/openapi/prose/webhooks.ts';
import { documented } from '../../support/documented.ts';
import { hasOpenssl } from '../../support/openssl.ts';
import { libraries } from '../receivers/verifiers.ts';

const folder = resolve('events/receivers');
const guide = documented.tags.find(({ name }) => name === 'Receiving webhooks')?.description ?? '';
const chapters = new Map(
  guide.split(/^### /m).map((chapter) => {
    const [title = '', ...lines] = chapter.split('\n');

    return [title, lines.join('\n')];
  }),
);
const chapter = (title: string) => chapters.get(title) ?? '';

/** The code blocks of a chapter in one language. */
function blocksOf(title: string, language: string): string[] {
  return [...chapter(title).matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].flatMap(([, name, block = '']) =>
    name === language ? [block] : [],
  );
}

test('the guide contains every tested receiver unchanged', () => {
  const files = readdirSync(folder);

  expect(files.length).toBeGreaterThan(8);
  for (const file of files) expect(guide).toContain(`\n${readFileSync(join(folder, file), 'utf8').trim()}\n`);
});

describe('The test vectors', () => {
  const cells = new Map(
    [...chapter('Test vectors').matchAll(/^\| `?(.+?)`? \| `(.+)` \|$/gm)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );
  const [body = ''] = blocksOf('Test vectors', 'json');
  const cell = (name: string) => cells.get(name) ?? '';
  const signature = cell('X-Webhook-Signature');

  test('are the service’s signatures, with characters beyond ASCII', () => {
    expect(body).toMatch(/[^\x20-\x7e]/);
    expect(JSON.parse(body)).toMatchObject({ event: 'campaign.started' });
    expect(signature).toBe(sign(body, cell('secret')));
    expect(cell('webhook-signature')).toBe(
      standardSignature(cell('webhook-id'), Number(cell('webhook-timestamp')), body, cell('secret')),
    );
  });

  test('are accepted by the receivers in the guide', () => {
    const claim = { body: Buffer.from(body), signature, secret: cell('secret') };

    expect(libraries[0]?.verifyAll([claim])).toEqual([true]);
  });

  test.skipIf(!hasOpenssl)('match openssl’s output for the commands beside them', () => {
    const folderPath = mkdtempSync(join(tmpdir(), 'outreach-vectors-'));
    onTestFinished(() => rmSync(folderPath, { recursive: true }));
    const [first = '', second = ''] = blocksOf('Test vectors', 'shell');
    const run = (script: string) =>
      execFileSync('sh', ['-euc', script.replace('verify.sh', join(folder, 'verify.sh'))], {
        cwd: folderPath,
        encoding: 'utf8',
      });

    expect(run(first)).toBe('genuine\n');
    expect(`v1,${run(second).trim()}`).toBe(cell('webhook-signature'));
    expect(() => run(first.replace('🌱', '🌲'))).toThrow();
  });
});

test('the example’s signature is valid for the example', () => {
  for (const { post } of Object.values(documented.webhooks)) {
    const body = JSON.stringify(post?.requestBody?.content['application/json']?.example);
    const header = post?.parameters?.find(({ name }) => name === 'X-Webhook-Signature')?.example;

    expect(header).toBe(sign(body, exampleSecret));
  }
});

test('the guide lists the headers of a delivery', () => {
  const [event] = Object.values(documented.webhooks);
  const names = event?.['post']?.parameters?.map(({ name }) => name) ?? [];

  expect(names).toHaveLength(7);
  expect([...chapter('What arrives').matchAll(/^\| `(.+?)`/gm)].map(([, name]) => name)).toEqual(names);
});

test('the guide’s list of responses matches the code', () => {
  const rows = chapter('What to answer');
  const others = /^\| (\d{3}(?:, \d{3})+) \| a failure \|$/m.exec(rows)?.[1]?.split(', ') ?? [];
  const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);
  const documentedStatuses = statuses.filter(
    (status) => (status < 500 && !others.includes(`${status}`)) || status === 500,
  );

  expect(rows).toContain('| any other 4xx, and 500 | a failure, and possibly a rejected signature |');
  expect(documentedStatuses).toEqual(statuses.filter(mayRejectSignature));
});

test('the guide’s list of attempts matches the code', () => {
  const failed = { retryAfterSeconds: null, statusCode: 500 };
  const waits = [1, 2, 3, 4, 5].map((attempt) => nextAttempt({ ...failed, attempt }, 0));

  expect(waits).toEqual([
    ...[1, 5, 30, 120].map((minutes) => ({ kind: 'retry', dueAt: minutes * 60_000 })),
    { kind: 'exhausted' },
  ]);
  expect(chapter('Failures')).toContain(
    'after 1 minute, 5 minutes, 30 minutes and 2 hours: five attempts in all',
  );
  for (const statusCode of [429, 503]) {
    const decision = nextAttempt({ attempt: 1, retryAfterSeconds: 86_400, statusCode }, 0);

    expect(decision).toEqual({ kind: 'retry', dueAt: 2 * 3_600_000 });
  }
  expect(chapter('What to answer')).toContain('to two hours at most');
});
