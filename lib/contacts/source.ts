import type { Contact } from '#lib/contacts/contact.ts';
import type { Principal } from '#lib/values/principal.ts';

/** How a contact came in that somebody made by a request. */
export function sourceOf({ kind }: Pick<Principal, 'kind'>): Contact['source'] {
  return kind === 'session' ? 'dashboard' : 'api';
}
