/** The beta distribution of a rate after some trials, from a uniform prior. */
export interface BetaPosterior {
  /** Successes + 1. */
  readonly a: number;
  /** Failures + 1. */
  readonly b: number;
  readonly mean: number;
  /** Standard deviation. */
  readonly sd: number;
  /** The logarithm of the beta function of `a` and `b`. */
  readonly logBeta: number;
}

/** The emails of a variant, and how many had the desired effect. */
export interface VariantResult {
  readonly trials: number;
  readonly successes: number;
}

export function posteriorOf({ trials, successes }: VariantResult): BetaPosterior {
  // A reply may fall into a later period than its email, so successes may exceed trials.
  const hits = Math.max(0, Math.min(successes, trials));
  const [a, b] = [hits + 1, Math.max(0, trials) - hits + 1];
  const mean = a / (a + b);
  const sd = Math.sqrt((mean * (1 - mean)) / (a + b + 1));

  return { a, b, mean, sd, logBeta: logGamma(a) + logGamma(b) - logGamma(a + b) };
}

/** The density at x, within 0 and 1. */
export function betaDensity({ a, b, logBeta }: BetaPosterior, x: number): number {
  return Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - logBeta);
}

const iterationsMax = 500;
const precision = 1e-14;
const tiny = 1e-300;

/**
 * The probability of a rate below x, within 0 and 1: the regularised incomplete beta function, by its continued fraction
 * with the modified Lentz method. DLMF 8.17.22, https://dlmf.nist.gov/8.17#v
 */
export function betaDistribution({ a, b, logBeta }: BetaPosterior, x: number): number {
  const factor = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - logBeta);

  // The fraction converges quickly on one side of the mean; the other side follows by symmetry.
  return x < (a + 1) / (a + b + 2)
    ? (factor * continuedFraction(x, a, b)) / a
    : 1 - (factor * continuedFraction(1 - x, b, a)) / b;
}

function continuedFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= iterationsMax; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / awayFromZero(1 + term * d);
      c = awayFromZero(1 + term / c);
      change = d * c;
      value *= change;
    }
    if (Math.abs(change - 1) < precision) break;
  }

  return value;
}

/** Prevents a division by zero. */
function awayFromZero(number: number): number {
  return Math.abs(number) < tiny ? tiny : number;
}

/** Lanczos approximation, g = 7, n = 9: relative error below 1e-14 for arguments from 1. */
const lanczos = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406,
  12.507343278686905, -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  const t = x + 6.5;
  const series = lanczos.reduce(
    (sum, coefficient, index) => (index === 0 ? coefficient : sum + coefficient / (x + index - 1)),
    0,
  );

  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(t) - t + Math.log(series);
}
