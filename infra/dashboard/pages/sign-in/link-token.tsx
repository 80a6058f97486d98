import { useState } from 'react';
import { TextField } from '../../components/form/field.tsx';
import type { FieldBinding } from '../../components/form/use-form.ts';
import { Notice } from '../../components/notice.tsx';

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

interface TokenFieldProps {
  readonly isInLink: boolean;
  readonly label: string;
  readonly field: FieldBinding<string>;
}

/** A text field for a token. If the token is in the link, only its error is shown. */
export function TokenField({ isInLink, label, field }: TokenFieldProps) {
  if (!isInLink) return <TextField label={label} autoComplete="off" {...field} />;

  return field.error ? (
    <Notice tone="danger" title="This link cannot be used">
      {field.error}
    </Notice>
  ) : null;
}
