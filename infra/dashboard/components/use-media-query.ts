import { useSyncExternalStore } from 'react';

export const useMediaQuery = (query: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);

      return () => list.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
  );
