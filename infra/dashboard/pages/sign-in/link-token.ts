import { useState } from 'react';

/**
 * The one-time token of a link, `/dashboard/accept-invitation#token=oin_…` or without `token=`; empty without a token. Browsers
 * do not send the part after `#`, so no log contains the token. The hook removes the token from the address, so that the history
 * does not keep it.
 */
export function useLinkToken(): string {
  const [token] = useState(() => {
    const { hash, pathname, search } = window.location;
    const linkToken = decode(hash.slice(1).replace(/^token=/u, ''));
    if (linkToken !== '') window.history.replaceState(window.history.state, '', pathname + search);

    return linkToken;
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
