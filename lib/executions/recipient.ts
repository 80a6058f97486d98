import { hash } from 'node:crypto';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** 66 bits distinguish a contact's addresses. Kept short, because each email rewrites the item that holds the hash. */
const hashLength = 11;

/** Hash of the address that an execution's emails are sent to. */
export function recipientHash(email: string): string {
  return hash('sha256', normaliseEmail(email), 'base64url').slice(0, hashLength);
}
