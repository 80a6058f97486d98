import { createHash } from 'node:crypto';
import type { Put } from '#lib/storage/table.ts';

/*
 * | access pattern                                     | how                                              |
 * |----------------------------------------------------|--------------------------------------------------|
 * | has a message had its effect?                      | Put W#<workspace>#RECEIVED#<digest>, once         |
 *
 * Where an inbox has been read to is told by its account: `lib/email-accounts/inbox.ts`.
 */

/** A message had its effect already: whoever had it, has taken care of everything. */
export class AlreadyReceived extends Error {
  constructor() {
    super('the message has had its effect');
    this.name = 'AlreadyReceived';
  }
}

/** Longer than any mailbox is likely to show a message again, as one does that was moved to another server. */
const keptSeconds = 400 * 86_400;

/**
 * Part of whatever a message brings about, so that it does so once. It is known by its `Message-ID`, not by its number in a
 * mailbox: that changes with the mailbox's `UIDVALIDITY`, and is another in the inbox of whom it was sent to as well.
 * @param identity its `Message-ID`, or the header of one that has none
 */
export function receivedPut(workspaceId: string, accountId: string, identity: string, now: number): Put {
  const digest = createHash('sha256').update(identity).digest('base64url');

  return {
    put: {
      ...{ pk: `W#${workspaceId}#RECEIVED#${digest}`, sk: 'RECEIVED' },
      accountId,
      expiresAtEpochSeconds: Math.floor(now / 1000) + keptSeconds,
    },
    if: { pk: 'absent' },
    otherwise: () => new AlreadyReceived(),
  };
}
