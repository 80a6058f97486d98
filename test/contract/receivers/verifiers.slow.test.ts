import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newWebhookSecret, sign } from '#lib/webhooks/delivery/signature.ts';
import { isWholeTier } from '../../support/tier.ts';
import { type Claim, isRunnable, libraries, programs } from './verifiers.ts';

/** Delivery bodies with text in all of Unicode, and some that are not JSON. */
function validClaims(count: number): Claim[] {
  return fc
    .sample(fc.tuple(fc.string({ unit: 'binary', maxLength: 200 }), fc.boolean()), count)
    .map(([text, isJson]) => {
      const payload = isJson
        ? JSON.stringify({ event: 'contact.created', data: { text } })
        : Buffer.from(text).toString();
      const secret = newWebhookSecret();

      return { body: Buffer.from(payload), signature: sign(payload, secret), secret };
    });
}

const forgeries: Readonly<Record<string, (claim: Claim) => Claim>> = {
  'another body': (claim) => ({ ...claim, body: Buffer.concat([claim.body, Buffer.from(' ')]) }),
  'another secret': (claim) => ({ ...claim, secret: newWebhookSecret() }),
  'no signature': (claim) => ({ ...claim, signature: null }),
  'an empty signature': (claim) => ({ ...claim, signature: '' }),
  'a signature that is cut short': (claim) => ({ ...claim, signature: claim.signature?.slice(0, -1) ?? '' }),
  'a signature without its prefix': (claim) => ({ ...claim, signature: claim.signature?.slice(7) ?? '' }),
  'a signature of the right length beyond ASCII': (claim) => ({
    ...claim,
    signature: `sha256=${'é'.repeat(64)}`,
  }),
};

const bodiesMax = isWholeTier ? 300 : 30;
/** Claims per process: all for a library, one for a program, which may start slowly. */
const bodiesOf: Readonly<Record<string, number>> = { 'verify.py': 5, 'verify.sh': 100 };
const all = [
  ...libraries.map((verifier) => ({ ...verifier, kind: 'imported', count: bodiesMax })),
  ...programs.map((verifier) => ({
    ...verifier,
    kind: 'run',
    count: Math.min(bodiesOf[verifier.file] ?? bodiesMax, bodiesMax),
  })),
];

test('receivers in the service’s language are always tested', () => {
  expect(all.filter(isRunnable).map(({ file }) => file)).toContain('verify.mjs');
});

for (const verifier of all) {
  const { file, kind, requiredCommand, count } = verifier;
  const isMissing = !isRunnable(verifier);

  describe.skipIf(isMissing)(
    `${file}, ${kind}${isMissing ? `: : skipped without ${requiredCommand}` : ''}`,
    () => {
      test(`accepts what the service signs: ${count} bodies, Unicode included`, () => {
        const claims = validClaims(count);
        const answers = verifier.verifyAll(claims);

        expect(answers).toHaveLength(count);
        expect(claims.filter((_, index) => !answers[index])).toEqual([]);
      });

      test('refuses every forgery', () => {
        const made = Object.entries(forgeries).map(([what, forge]) => ({ what, forge }));
        const claims = validClaims(1).flatMap((claim) =>
          made.map(({ what, forge }) => ({ what, claim: forge(claim) })),
        );
        const answers = verifier.verifyAll(claims.map(({ claim }) => claim));

        expect(answers).toHaveLength(claims.length);
        expect(claims.filter((_, index) => answers[index])).toEqual([]);
      });
    },
  );
}

for (const program of programs) {
  test.skipIf(!isRunnable(program))(`${program.file} refuses everything without a secret`, () => {
    expect(program.verifyAll([{ body: Buffer.from('{}'), signature: sign('{}', ''), secret: '' }])).toEqual([
      false,
    ]);
  });
}
