import { hash } from 'node:crypto';
import type { Execution } from '#lib/executions/execution.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** 66 bits distinguish a contact's addresses. Kept short, because each email rewrites the item that holds the hash. */
const hashLength = 11;

/** Hash of the address that an execution's emails are sent to. Only executions have it, and an erasure removes it there. */
export function recipientHash(email: string): string {
  return hash('sha256', normaliseEmail(email), 'base64url').slice(0, hashLength);
}

/** When the item of the short unsubscribe link to the address expires, in days since 1970; 0 if it is not stored. */
export function linkUntil({ sentTo, linkUntil: until = 0 }: Execution, email: string): number {
  return sentTo === recipientHash(email) ? until : 0;
}
