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
const allowed: readonly {
  readonly file: string;
  readonly begins: readonly string[];
  readonly reason: string;
}[] = [
  {
    file: 'lib/mail/refusal-verdict.ts',
    begins: [String.raw`\b(?:sender[ -]?address`],
    reason: 'matched with the reply of a server, which has at most 300 characters (lib/mail/refusal.ts)',
  },
  {
    file: 'lib/bounces/failed-recipients.ts',
    begins: [String.raw`(?<=[\p{Ll}\p{N}])`],
    reason: 'matched with a domain of at most 320 characters',
  },
  {
    file: 'lib/html/quotations.ts',
    begins: [String.raw`\bborder`],
    reason: 'matched with the first 1,000 characters of a style',
  },
  {
    file: 'lib/replies/text/answered-sender.ts',
    begins: ['(?:"'],
    reason: 'matched with the first 2,000 characters of a header field',
  },
  {
    file: 'lib/replies/text/unsubscribe-wish.ts',
    begins: ['"[^"]*"', String.raw`(.*)\n(?=`, String.raw`^[\s¿¡*_•]+`, '(?:^| )(?:please'],
    reason: 'matched with the first 2,000 characters of a reply',
  },
  {
    file: 'lib/tracking/bot-detection.ts',
    begins: ['barracuda|proofpoint'],
    reason: 'matched with the first 500 characters of User-Agent',
  },
];

describe('Regular expressions', () => {
  const { found, unreached } = collectExpressions(files);

  test('are literals, or are constructed when their file is imported', () => {
    expect(found.length).toBeGreaterThan(150);
    expect(unreached).toEqual([]);
  });

  test('take linear time, or have input of limited length', async () => {
    const byExpression = Map.groupBy(found, ({ source, flags }) => `/${source}/${flags}`);
    const slow: (FoundExpression & { readonly verdict: string })[] = [];
    for (const places of byExpression.values()) {
      const verdict = await judge(places[0] as FoundExpression);
      if (verdict !== 'linear') slow.push(...places.map((place) => ({ ...place, verdict })));
    }
    const begins = allowed.flatMap(({ file, begins }) => begins.map((text) => ({ file, text })));
    const isBegun = ({ file, source }: FoundExpression, begin: (typeof begins)[number]) =>
      file === begin.file && source.startsWith(begin.text);

    expect(slow.filter((place) => !begins.some((each) => isBegun(place, each)))).toEqual([]);
    // An exception that is no longer needed must be removed.
    expect(begins.filter((each) => !slow.some((place) => isBegun(place, each)))).toEqual([]);
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
