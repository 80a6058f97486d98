import type { EngineSet } from './engine-set.ts';
import type { ReadObject } from './gateway/object-responses.ts';

/**
 * Adds the file `assets/local-inbox.json`, from which the dashboard connects a mailbox at the stack's mail server. A deployed stage does
 * not have it. It has no credentials: the mail server listens on this machine only, and accepts any address with any password.
 */
export function withInboxFile(readOther: ReadObject, { smtp, imap, webUrl }: EngineSet['mail']): ReadObject {
  const file = {
    body: Buffer.from(JSON.stringify({ smtp, imap, webUrl })),
    headers: { 'content-type': 'application/json' },
  };

  return async (key) => (key === 'assets/local-inbox.json' ? file : readOther(key));
}
