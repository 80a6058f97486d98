import type { Key } from '#lib/storage/table.ts';

/**
 * The rate window of an API key, or of all sessions of a user. It is apart from the credential, so that a function that counts
 * requests needs no permission to write credentials. It proves nothing: each request is verified by its credential.
 * @param principalId id of the key or the user
 */
export function callerWindowKey(principalId: string): Key {
  return { pk: `WINDOW#${principalId}`, sk: 'REQUESTS' };
}
