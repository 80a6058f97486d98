import { escapeHtml } from '#lib/html/escape.ts';

/** The page of a mail, as an attribute's value. */
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

/** `2026-01-31T09:05:07.000Z` → `01-31 09:05:07`; the page's script turns it into the reader's own zone. */
export function shortTime(iso: string): string {
  return iso.slice(5, 19).replace('T', ' ');
}
