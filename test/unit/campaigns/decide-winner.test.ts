import { describe, expect, test } from 'vitest';
import { decideWinner } from '#lib/campaigns/winners/decide-winner.ts';
import { seededRandom } from '#lib/emails/rendering/seeded-random.ts';

const rule = { metric: 'replied', minSent: 100, minProbability: 0.95 } as const;
const variants = (...results: [number, number][]) =>
  results.map(([succeeded, sent], position) => ({ variantId: `var_${position}`, sent, succeeded }));

describe('The rule of an A/B test', () => {
  // Reference values: adaptive quadrature with scipy.integrate.quad over scipy.stats.beta.
  test.each<[[number, number][], string, number]>([
    [[[12, 200], [25, 200]], 'var_1', 0.987206], // biome-ignore format: one result per line
    [
      [
        [31, 200],
        [19, 200],
      ],
      'var_0',
      0.964332,
    ],
    [
      [
        [3, 100],
        [9, 100],
      ],
      'var_1',
      0.959051,
    ],
    [
      [
        [2100, 100_000],
        [2250, 100_000],
      ],
      'var_1',
      0.989258,
    ],
  ])('chooses the best of %j with its probability', (results, variantId, probability) => {
    expect(decideWinner(rule, variants(...results))).toEqual({ variantId, probability });
  });

  test.each<[string, [number, number][]]>([
    [
      'the probability of the best variant is too low',
      [
        [20, 200],
        [30, 200],
      ],
    ],
    [
      'the third variant is nearly as good',
      [
        [30, 1000],
        [45, 1000],
        [38, 1000],
      ],
    ],
    [
      'a variant has too few emails',
      [
        [0, 99],
        [40, 100],
      ],
    ],
    ['there is one variant only', [[40, 100]]],
    [
      'no variant has a success',
      [
        [0, 5000],
        [0, 5000],
      ],
    ],
  ])('chooses no winner while %s', (_, results) => {
    expect(decideWinner(rule, variants(...results))).toBeUndefined();
  });

  test('chooses exactly from the required probability and number of emails on', () => {
    const results = variants([12, 200], [25, 200]);

    expect(decideWinner({ ...rule, minProbability: 0.9872 }, results)).toBeDefined();
    expect(decideWinner({ ...rule, minProbability: 0.9873 }, results)).toBeUndefined();
    expect(decideWinner({ ...rule, minSent: 200 }, results)).toBeDefined();
    expect(decideWinner({ ...rule, minSent: 201 }, results)).toBeUndefined();
  });

  test('rarely chooses a variant that is clearly worse, although it is evaluated repeatedly', () => {
    const tests = Array.from({ length: 150 }, (_, seed) => runTest(seed, [0.05, 0.1]));

    expect(tests.filter((winner) => winner === 'var_0').length).toBeLessThanOrEqual(4);
    expect(tests.filter((winner) => winner === 'var_1').length).toBeGreaterThanOrEqual(140);
  });
});

/** Draws successes by the true rates, and evaluates the rule after every 100 emails of each variant. */
function runTest(seed: number, rates: readonly number[]): string | undefined {
  const results = variants(...rates.map((): [number, number] => [0, 0]));
  for (let sent = 1; sent <= 1000; sent++) {
    for (const [position, rate] of rates.entries()) {
      const before = results[position];
      if (!before) continue;
      const hit = seededRandom(`${seed}.${position}.${sent}`) < rate ? 1 : 0;
      results[position] = { ...before, sent, succeeded: before.succeeded + hit };
    }
    const winner = sent % 100 === 0 ? decideWinner(rule, results) : undefined;
    if (winner) return winner.variantId;
  }

  return undefined;
}
