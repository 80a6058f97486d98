import type { Contact } from '#lib/contacts/contact.ts';
import type { Principal } from '#lib/values/principal.ts';

/** The source of a contact that a request creates. */
export function sourceOf({ kind }: Pick<Principal, 'kind'>): Contact['source'] {
  return kind === 'session' ? 'dashboard' : 'api';
}
