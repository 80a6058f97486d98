import { useState } from 'react';

/**
 * The one-time token of a link: `/dashboard/accept-invitation#oin_…`. A browser does not send the part after `#`, so that no log
 * has the token. It is removed from the address when it is read, so that the history does not keep it.
 */
export function useLinkToken(): string {
  const [token] = useState(() => {
    const { hash, pathname, search } = window.location;
    const found = decode(hash.slice(1).replace(/^token=/u, ''));
    if (found !== '') window.history.replaceState(window.history.state, '', pathname + search);

    return found;
  });

  return token;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
