import type { Variant } from '../draft.ts';

/** The share of contacts that get each variant, 0 to 1. If all weights are 0, the enabled variants are equal. */
export function sharesOf(variants: readonly Variant[]): number[] {
  const weights = variants.map(({ enabled, weight }) => (enabled ? weight || 0 : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const enabled = variants.filter((variant) => variant.enabled).length;

  return variants.map((variant, index) =>
    total > 0 ? (weights[index] ?? 0) / total : variant.enabled ? 1 / enabled : 0,
  );
}
