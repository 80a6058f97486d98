import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newWebhookSecret, standardSignature } from '#lib/webhooks/delivery/signature.ts';

interface Claim {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secret: string;
}

const nowMs = 1_795_167_000_000;
const nowSeconds = nowMs / 1000;

const program = `
import { json } from 'node:stream/consumers';
import { isGenuineAndRecent } from './events/receivers/verify-standard.mjs';
for (const { body, headers, secret } of await json(process.stdin)) {
  console.log(isGenuineAndRecent(Buffer.from(body), headers, secret, ${nowMs}));
}`;

/** Whether the example for Standard Webhooks accepts each of the claims, at a given time. */
function verifyAll(claims: readonly Claim[]): string[] {
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    input: JSON.stringify(claims),
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
}

function delivery(body: string, secret: string, { id = 'evt_1', seconds = nowSeconds } = {}) {
  return {
    body,
    secret,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': standardSignature(id, seconds, body, secret),
    },
  };
}

test('the example for Standard Webhooks accepts the service’s signatures, including Unicode bodies', () => {
  const bodies = fc
    .sample(fc.string({ unit: 'binary', maxLength: 200 }), 300)
    // Line separators of Unicode end a line for some readers.
    .concat('\u2028\u2029')
    .map((text) => JSON.stringify({ event: 'contact.created', data: { text } }));

  expect(verifyAll(bodies.map((body) => delivery(body, newWebhookSecret())))).toEqual(
    bodies.map(() => 'true'),
  );
});

test('it accepts either of two signatures, and a clock that differs by five minutes at most', () => {
  const [one, other] = [delivery('{}', newWebhookSecret()), delivery('{}', newWebhookSecret())];
  const both = `${one.headers['webhook-signature']} ${other.headers['webhook-signature']}`;
  const headers = { ...one.headers, 'webhook-signature': both };
  const at = (seconds: number) => delivery('{}', one.secret, { seconds });

  expect(verifyAll([one, other].map((each) => ({ ...each, headers })))).toEqual(['true', 'true']);
  expect(verifyAll([at(nowSeconds - 300), at(nowSeconds + 300)])).toEqual(['true', 'true']);
  expect(verifyAll([at(nowSeconds - 301), at(nowSeconds + 301)])).toEqual(['false', 'false']);
});

test('it refuses another body, id, time or secret, and a delivery with a missing header', () => {
  const genuine = delivery('{"name":"Zoë"}', newWebhookSecret());
  const without = (name: string) =>
    Object.fromEntries(Object.entries(genuine.headers).filter(([each]) => each !== name));
  const forgeries = [
    { ...genuine, body: '{"name":"Zoe"}' },
    { ...genuine, headers: { ...genuine.headers, 'webhook-id': 'evt_2' } },
    { ...genuine, headers: { ...genuine.headers, 'webhook-timestamp': String(nowSeconds + 1) } },
    { ...genuine, headers: { ...genuine.headers, 'webhook-signature': `v1,${'é'.repeat(44)}` } },
    { ...genuine, secret: newWebhookSecret() },
    ...Object.keys(genuine.headers).map((name) => ({ ...genuine, headers: without(name) })),
  ];

  expect(verifyAll([genuine, ...forgeries])).toEqual(['true', ...forgeries.map(() => 'false')]);
});
