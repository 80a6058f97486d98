import type { Principal } from '#lib/auth/principal.ts';
import type { Contact } from '#lib/contacts/contact.ts';

/** How a contact came in that somebody made by a request. */
export function sourceOf({ kind }: Pick<Principal, 'kind'>): Contact['source'] {
  return kind === 'session' ? 'dashboard' : 'api';
}
