import { hash } from 'node:crypto';
import type { Put } from '#lib/storage/table.ts';

/*
 * | access pattern                                     | how                                              |
 * |----------------------------------------------------|--------------------------------------------------|
 * | process a message once                             | conditional Put W#<workspace>#RECEIVED#<digest>   |
 *
 * The account stores the position in its inbox: `lib/email-accounts/inbox/inbox.ts`.
 */

/** The message was already processed; its effects are committed. */
export class AlreadyReceived extends Error {
  constructor() {
    super('the message was already processed');
    this.name = 'AlreadyReceived';
  }
}

/** Messages can reappear, for example when a mailbox is moved to another server. */
const retentionSeconds = 400 * 86_400;

/**
 * Part of each transaction that applies a message, so that it takes effect once. The key is the `Message-ID`, because the
 * message number changes with `UIDVALIDITY` and differs between the inboxes of several recipients.
 * @param identity the `Message-ID`, or the whole header if the message has no `Message-ID`
 */
export function receivedPut(workspaceId: string, accountId: string, identity: string, now: number): Put {
  const digest = hash('sha256', identity, 'base64url');

  return {
    put: {
      pk: `W#${workspaceId}#RECEIVED#${digest}`,
      sk: 'RECEIVED',
      accountId,
      expiresAtEpochSeconds: Math.floor(now / 1000) + retentionSeconds,
    },
    if: { pk: 'absent' },
    otherwise: () => new AlreadyReceived(),
  };
}
