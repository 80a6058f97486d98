import { hash } from 'node:crypto';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** 66 bits: enough to tell a contact's addresses apart, and short, because each message writes the item that holds it. */
const hashLength = 11;

/** What an execution keeps of the address that its messages go to. */
export function recipientHash(email: string): string {
  return hash('sha256', normaliseEmail(email), 'base64url').slice(0, hashLength);
}
