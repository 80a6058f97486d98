import type { Variant } from '../draft.ts';

/** The share of contacts that get each variant, 0 to 1. If all weights are 0, the enabled variants are equal. */
export function sharesOf(variants: readonly Variant[]): number[] {
  // While its field is empty, a weight is null.
  const weights = variants.map(({ enabled, weight }) => (enabled ? weight || 0 : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const enabledCount = variants.filter((variant) => variant.enabled).length;

  return variants.map((variant, index) => {
    if (total > 0) return (weights[index] ?? 0) / total;

    return variant.enabled ? 1 / enabledCount : 0;
  });
}
