import {
  type BetaPosterior,
  betaDensity,
  betaDistribution,
  posteriorOf,
  type VariantResult,
} from '#lib/campaigns/statistics/beta.ts';

/**
 * Bounds of the pieces of an integral, in standard deviations from the mean of each posterior. A posterior without successes
 * decreases only exponentially, so the outer bounds are far from the mean.
 */
const deviations = [-40, -24, -16, -12, -9, -7, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 9, 12, 16, 24, 40];

/** Pairs of a point and its weight, of the Gauss-Legendre quadrature of order 5 on [-1, 1]. */
const nodes = [
  [0, 128 / 225],
  [0.538469310105683, 0.478628670499366],
  [-0.538469310105683, 0.478628670499366],
  [0.906179845938664, 0.236926885056189],
  [-0.906179845938664, 0.236926885056189],
] as const;

/**
 * For each variant, the probability that its true rate is the highest. The rate of a variant has a uniform prior, so its
 * posterior is Beta(successes + 1, failures + 1). P(best i) = ∫ f_i(x) ∏_{j≠i} F_j(x) dx is computed by Gauss-Legendre
 * quadrature on pieces between the `deviations` of all posteriors: deterministic, without random draws, accurate to 1e-6.
 */
export function probabilitiesOfBest(results: readonly VariantResult[]): number[] {
  const posteriors = results.map(posteriorOf);
  const shares = posteriors.map((own) => probabilityOfBest(own, posteriors));
  // The sum is 1 except for the error of the quadrature.
  const total = shares.reduce((sum, share) => sum + share, 0);

  return shares.map((share) => share / total);
}

function probabilityOfBest(own: BetaPosterior, posteriors: readonly BetaPosterior[]): number {
  const others = posteriors.filter((posterior) => posterior !== own);
  const bounds = boundsOf(own, posteriors);
  const integrand = (x: number) =>
    others.reduce((product, other) => product * betaDistribution(other, x), betaDensity(own, x));

  return bounds.slice(1).reduce((sum, end, index) => sum + integral(integrand, bounds[index] ?? 0, end), 0);
}

/** Ascending bounds within the range that has the mass of the posterior `own`. */
function boundsOf(own: BetaPosterior, posteriors: readonly BetaPosterior[]): number[] {
  const reach = Math.max(...deviations) * own.sd;
  const [low, high] = [Math.max(0, own.mean - reach), Math.min(1, own.mean + reach)];
  const inner = posteriors.flatMap(({ mean, sd }) => deviations.map((factor) => mean + factor * sd));
  const within = inner.filter((bound) => bound > low && bound < high);

  return [...new Set([low, ...within, high])].sort((one, other) => one - other);
}

function integral(integrand: (x: number) => number, low: number, high: number): number {
  const [centre, halfWidth] = [(low + high) / 2, (high - low) / 2];

  return (
    halfWidth * nodes.reduce((sum, [node, weight]) => sum + weight * integrand(centre + halfWidth * node), 0)
  );
}
