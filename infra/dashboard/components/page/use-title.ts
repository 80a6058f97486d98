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

/** Sets the title of the browser's tab. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Outreach` : 'Outreach';
  }, [title]);
}
