import { useEffect, useSyncExternalStore } from 'react';

let objectName: string | undefined;
const listeners = new Set<() => void>();

const setObjectName = (next: string | undefined): void => {
  objectName = next;
  for (const listener of listeners) listener();
};

/** Adds the name of the object that the page shows to the title of the page. */
export function useObjectName(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return undefined;
    setObjectName(name);

    return () => setObjectName(undefined);
  }, [name]);
}

/** Title of the current page: the name of its object, if it has one, and the title of its route. */
export function usePageTitle(routeTitle: string | undefined): string | undefined {
  const name = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => objectName,
  );

  return [name, routeTitle].filter(Boolean).join(' · ') || undefined;
}

const parts = { mark: '', title: 'Outreach' };
const show = (changes: Partial<typeof parts>): void => {
  Object.assign(parts, changes);
  document.title = parts.mark + parts.title;
};

/** Sets the title of the browser's tab. */
export function useTitle(title: string | undefined): void {
  useEffect(() => show({ title: title ? `${title} · Outreach` : 'Outreach' }), [title]);
}

/** A mark before the titles of all pages, such as a number of unread replies. */
export function useTitleMark(mark: string | undefined): void {
  useEffect(() => show({ mark: mark ? `(${mark}) ` : '' }), [mark]);
}
