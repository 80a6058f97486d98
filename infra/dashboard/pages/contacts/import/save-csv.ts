/** Saves rows as a CSV file (RFC 4180). A spreadsheet would run a cell that begins like a formula, so it gets an apostrophe. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((cells) => cells.map(cellOf).join(',')).join('\r\n');
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;

  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
