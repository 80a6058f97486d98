/** Saves rows as a CSV file (RFC 4180). Cells like formulas get an apostrophe, so that spreadsheets do not run them. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const text = rows.map((cells) => cells.map(escapeCell).join(',')).join('\r\n');
  // The byte order mark makes Excel read the file as UTF-8.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function escapeCell(text: string): string {
  const safe = /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;

  return /[",\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
