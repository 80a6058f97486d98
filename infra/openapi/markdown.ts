/** A table in Markdown. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A number with separators between thousands, as in `1,000`. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-GB');
}
