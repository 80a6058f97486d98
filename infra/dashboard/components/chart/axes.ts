export interface Series {
  readonly label: string;
  readonly values: readonly number[];
  /** Drawn on an axis at the right if its values are small beside the others. */
  readonly isRare?: boolean;
}

/** Both axes go at least to this value, so that small counts have several labels. */
export const axisEndMin = 4;
/** The right axis has the same unit as the left one. It is used only if the left one would make rare events flat. */
const rareFactorMin = 5;

export function withAxes(series: readonly Series[]): readonly Series[] {
  const highest = (isRare: boolean): number =>
    Math.max(
      axisEndMin,
      ...series.filter((each) => Boolean(each.isRare) === isRare).flatMap(({ values }) => values),
    );
  const hasRareAxis = highest(false) >= rareFactorMin * highest(true);

  return hasRareAxis ? series : series.map((each) => ({ ...each, isRare: false }));
}
