import { useEffect } from 'react';

const parts = { mark: '', title: 'Outreach' };
const show = (changes: Partial<typeof parts>): void => {
  Object.assign(parts, changes);
  document.title = parts.mark + parts.title;
};

export function useTitle(title: string | undefined): void {
  useEffect(() => show({ title: title ? `${title} · Outreach` : 'Outreach' }), [title]);
}

/** A mark before the titles of all pages, such as a number of unread replies. */
export function useTitleMark(mark: string | undefined): void {
  useEffect(() => show({ mark: mark ? `(${mark}) ` : '' }), [mark]);
}
