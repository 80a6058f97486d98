import { describe, expect, test } from 'vitest';
import { probabilitiesOfBest } from '#lib/campaigns/statistics/best-variant.ts';
import { proportionOf } from '#lib/campaigns/statistics/interval.ts';

describe('The confidence interval of a rate', () => {
  // Reference values: scipy.stats.binomtest(k, n).proportion_ci(method='wilson').
  test.each<[number, number, number, number]>([
    [0, 1, 0.0, 0.7934506856227626],
    [0, 40, 0.0, 0.08762160119728662],
    [1, 1, 0.20654931437723745, 1.0],
    [3, 10, 0.10779126740630102, 0.6032218525388546],
    [17, 200, 0.053745750177475606, 0.13189587071565567],
    [250, 1000, 0.2241530989836914, 0.27776028025908617],
    [40, 40, 0.9123783988027133, 1.0],
    [12345, 100000, 0.12142561775452174, 0.12550331116056454],
  ])('of %i in %i equals the Wilson interval', (successes, trials, low, high) => {
    const proportion = proportionOf(successes, trials);

    expect(proportion?.value).toBeCloseTo(successes / trials, 12);
    expect(proportion?.low).toBeCloseTo(low, 9);
    expect(proportion?.high).toBeCloseTo(high, 9);
  });

  test('is absent without emails, and stays within 0 and 1 if more events than emails exist', () => {
    expect(proportionOf(0, 0)).toBeNull();
    expect(proportionOf(7, 5)).toMatchObject({ value: 1, high: 1 });
  });
});

describe('The probability that a variant is the best', () => {
  // Reference values: adaptive quadrature with scipy.integrate.quad over scipy.stats.beta.
  test.each<[number[][], number[]]>([
    [
      [
        [0, 0],
        [0, 0],
      ],
      [0.4999999999999999, 0.4999999999999999],
    ],
    [
      [
        [0, 10],
        [5, 10],
      ],
      [0.0061919504643962835, 0.9938080495356038],
    ],
    [
      [
        [12, 100],
        [20, 100],
      ],
      [0.06350005397815592, 0.9364999460218439],
    ],
    [
      [
        [91, 812],
        [104, 790],
      ],
      [0.11580684644805832, 0.8841931535519415],
    ],
    [
      [
        [0, 1],
        [1, 1],
        [0, 0],
      ],
      [0.09999999999999999, 0.6, 0.29999999999999993],
    ],
    [
      [
        [30, 300],
        [33, 300],
        [41, 300],
      ],
      [0.06111856695310692, 0.14617314964989336, 0.7927082833969995],
    ],
    [
      [
        [5, 5],
        [4, 5],
        [0, 5],
        [1, 5],
        [3, 5],
      ],
      [
        0.7368013379257755, 0.2077614491210325, 0.0001313634155108155, 0.0016746450897796277,
        0.05363120444790134,
      ],
    ],
    [
      [
        [1200, 10000],
        [1290, 10000],
        [1250, 10000],
      ],
      [0.01450810394319553, 0.7921831936503119, 0.19330870240649145],
    ],
    [
      [
        [0, 500],
        [0, 20],
      ],
      [0.04022988505747124, 0.9597701149425281],
    ],
    [
      [
        [50000, 100000],
        [50400, 100000],
      ],
      [0.03681857073937345, 0.9631814292606267],
    ],
    [
      [
        [0, 0],
        [50000, 100000],
      ],
      [0.4999999999999999, 0.49999999999999595],
    ],
    [
      [
        [3, 9],
        [700, 1400],
        [0, 0],
      ],
      [0.10007803010902773, 0.41391757241817845, 0.48600439747279334],
    ],
  ])('of %j equals an independent computation', (pairs, expected) => {
    const found = probabilitiesOfBest(pairs.map(([successes = 0, trials = 0]) => ({ successes, trials })));

    expect(found).toHaveLength(expected.length);
    for (const [index, probability] of found.entries()) {
      expect(probability).toBeCloseTo(expected[index] ?? -1, 7);
    }
  });

  test('equals the closed form for variants without successes', () => {
    // X ~ Beta(1, 501) and Y ~ Beta(1, 21): P(X > Y) = 21 / (501 + 21).
    const [one, other] = probabilitiesOfBest([
      { trials: 500, successes: 0 },
      { trials: 20, successes: 0 },
    ]);

    expect(one).toBeCloseTo(21 / 522, 9);
    expect(other).toBeCloseTo(501 / 522, 9);
  });

  test('is the same in every computation', () => {
    const results = [
      { trials: 812, successes: 91 },
      { trials: 790, successes: 104 },
    ];

    expect(probabilitiesOfBest(results)).toEqual(probabilitiesOfBest(results));
  });
});
