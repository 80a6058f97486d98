/** One measured target. */
export interface Row {
  readonly what: string;
  /** A ratio or a count, which can be compared between machines. */
  readonly measured: string;
  readonly bar: string;
  readonly holds: boolean;
  /** The values behind it; rates and times are valid for this machine only. */
  readonly detail?: string;
}

/** A number with two decimal places. */
export function rounded(value: number): string {
  return value.toFixed(2);
}

export function describeRows(rows: readonly Row[]): string {
  const [whatWidth, measuredWidth, barWidth] = (['what', 'measured', 'bar'] as const).map((column) =>
    Math.max(...rows.map((row) => row[column].length)),
  );

  return rows
    .map(({ what, measured, bar, holds, detail = '' }) => {
      const cells = [
        what.padEnd(whatWidth ?? 0),
        measured.padStart(measuredWidth ?? 0),
        bar.padEnd(barWidth ?? 0),
        holds ? '✓' : '✗',
        detail,
      ];

      return `  ${cells.join('  ').trimEnd()}\n`;
    })
    .join('');
}

/** The page for the repository, with the details below the figures. */
export function describePage(heading: readonly string[], rows: readonly Row[]): string {
  const lines = rows.map(({ what, measured, bar }) => `| ${what} | ${measured} | ${bar} |`);
  const details = rows.flatMap(({ what, detail }) => (detail ? [`- ${what}: ${detail}`] : []));

  return [...heading, '', '| | measured | target |', '|---|---:|---:|', ...lines, '', ...details, ''].join(
    '\n',
  );
}
