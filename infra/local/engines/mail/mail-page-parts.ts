import { escapeHtml } from '#lib/html/escape.ts';

/** URL of an email's page, escaped as an attribute value. */
export function linkTo(id: number, search: string, view?: string): string {
  return escapeHtml(pathTo(id, search, view));
}

export function pathTo(id: number, search: string, view?: string): string {
  const query = new URLSearchParams({
    ...(search !== '' && { search }),
    id: String(id),
    ...(view && { view }),
  });

  return `/?${query}`;
}

/** `2026-01-31T09:05:07.000Z` → `01-31 09:05:07`; the page's script converts it to the reader's time zone. */
export function shortTime(iso: string): string {
  return iso.slice(5, 19).replace('T', ' ');
}
