/** Quantile of the normal distribution for two-sided 95 %. */
const z = 1.959963984540054;

/**
 * A share of the emails with its 95 % confidence interval: the Wilson score interval. Unlike the normal approximation, it
 * stays within 0 and 1 and holds for few emails.
 * E. B. Wilson, Probable inference, the law of succession, and statistical inference (1927).
 * @returns null without emails
 */
export function proportionOf(successes: number, trials: number) {
  if (trials === 0) return null;
  // A reply may fall into a later period than its email.
  const value = Math.min(1, successes / trials);
  const denominator = 1 + z ** 2 / trials;
  const centre = (value + z ** 2 / (2 * trials)) / denominator;
  const halfWidth =
    (z / denominator) * Math.sqrt((value * (1 - value)) / trials + z ** 2 / (4 * trials ** 2));

  return {
    value,
    low: value === 0 ? 0 : Math.max(0, centre - halfWidth),
    high: value === 1 ? 1 : Math.min(1, centre + halfWidth),
  };
}
