import { check } from 'recheck';
import { describe, expect, test } from 'vitest';
import { filesOf } from '../../contract/sources.ts';
import { collectExpressions, type FoundExpression } from './collect.ts';

/**
 * Code that processes external input. The other folders of the local stack read the project's own templates.
 */
const files = ['lib', 'functions', 'infra/local/gateway', 'infra/local/engines']
  .flatMap((folder) => filesOf(folder, '.ts'))
  .filter((file) => file !== 'infra/local/gateway/api-address.ts');

/** Expressions that take more than linear time, each with the length limit of its input. */
const allowed: readonly { readonly file: string; readonly begins: string; readonly reason: string }[] = [
  {
    file: 'lib/mail/refusal-verdict.ts',
    begins: String.raw`\bdaily\b.*`,
    reason:
      'matched with the diagnostic of a refusal, which has at most 300 characters (lib/mail/refusal.ts)',
  },
  {
    file: 'lib/mail/refusal-verdict.ts',
    begins: String.raw`\bnot owned by user\b`,
    reason:
      'matched with the diagnostic of a refusal, which has at most 300 characters (lib/mail/refusal.ts)',
  },
  ...['"[^"]*"', String.raw`(.*)\n(?=`, String.raw`^[\s¿¡*_•]+`].map((begins) => ({
    file: 'lib/replies/text/unsubscribe-wish.ts',
    begins,
    reason: 'matched with the first 2,000 characters of a reply',
  })),
  {
    file: 'lib/tracking/bot-detection.ts',
    begins: 'barracuda|proofpoint',
    reason: 'matched with the first 500 characters of User-Agent',
  },
];

describe('Regular expressions', () => {
  const { found, unknown } = collectExpressions(files);

  test('can all be evaluated statically', () => {
    expect(found.length).toBeGreaterThan(150);
    expect(unknown).toEqual([]);
  });

  test('take linear time, or have input of limited length', async () => {
    const byExpression = Map.groupBy(found, ({ source, flags }) => `/${source}/${flags}`);
    const slow: (FoundExpression & { readonly verdict: string })[] = [];
    for (const places of byExpression.values()) {
      const verdict = await judge(places[0] as FoundExpression);
      if (verdict !== 'linear') slow.push(...places.map((place) => ({ ...place, verdict })));
    }
    const isAllowed = ({ file, source }: FoundExpression) =>
      allowed.some((each) => file.endsWith(each.file) && source.startsWith(each.begins));

    expect(slow.filter((place) => !isAllowed(place))).toEqual([]);
    // An exception that is no longer needed must be removed.
    expect(slow.filter(isAllowed).length).toBe(allowed.length);
  }, 600_000);

  test.each([
    ['exponential', '^(a+)+$', ''],
    ['polynomial', String.raw`\s+$`, ''],
    ['polynomial', String.raw`[\s;(].*$`, ''],
  ])('of %s time are classified correctly: /%s/', async (_, source, flags) => {
    expect(await judge({ file: '', line: 0, source, flags })).not.toBe('linear');
  });
});

/** Uses the platform's binary, or the checker's JavaScript, which takes four times as long. */
async function judge({ source, flags }: FoundExpression): Promise<string> {
  const diagnostics = await check(source, flags, { timeout: null });
  switch (diagnostics.status) {
    case 'safe':
      return 'linear';
    case 'vulnerable':
      return diagnostics.complexity.summary;
    case 'unknown':
      return diagnostics.error.kind;
  }
}
