import { useEffect } from 'react';

/** Sets the title in the browser's tab. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Outreach` : 'Outreach';
  }, [title]);
}
