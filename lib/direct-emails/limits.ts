import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { addressCountKey, dayCountKey, serviceCountKey } from '#lib/direct-emails/items.ts';
import { recipientDigest } from '#lib/links/token.ts';
import type { Key, Update } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

/**
 * Maximum emails of each kind per UTC day, so that no caller can send them in bulk: in a workspace and to one address. All
 * workspaces share the mailbox of the service, which sends ten times as many as one of them may cause. `answers` and `testEmails` allow more
 * than people write by hand. A notice counts once for each owner, and
 * notices about webhooks cannot prevent one about an exchanged mailbox.
 */
export const directEmailLimits = {
  answers: { inWorkspace: 1000, toAddress: 20 },
  exchangeNotices: { inWorkspace: 400, toAddress: 20 },
  notices: { inWorkspace: 50, toAddress: 20 },
  testEmails: { inWorkspace: 200, toAddress: 50 },
  tokenEmails: { inWorkspace: 50, toAddress: 3 },
} as const;

export type LimitedEmail = keyof typeof directEmailLimits;

/**
 * Writes that count emails of one kind to these addresses towards the limits of the day, also for concurrent requests. Their
 * transaction fails with Problem 422 when a limit is exceeded. The keys of the counters are keyed digests, so a counter of an
 * erased address does not reveal it.
 * @param now epoch milliseconds
 * @param path of the field that the error names
 * @param senderId workspace of the mailbox of the service, if that sends them
 */
export async function dailyLimitWrites(
  signer: Pick<TokenSigner, 'sign'>,
  workspaceId: string,
  kind: LimitedEmail,
  addresses: readonly string[],
  now: number,
  { path = '', senderId }: { readonly path?: string; readonly senderId?: string } = {},
): Promise<Update[]> {
  const day = timestamp(now).slice(0, 10);
  const { inWorkspace, toAddress } = directEmailLimits[kind];
  const digests = await Promise.all(
    addresses.map((address) => recipientDigest(signer, workspaceId, normaliseEmail(address))),
  );
  const count = (counterKey: Key, emails: number, max: number, scope: string): Update => ({
    update: counterKey,
    add: { [kind]: emails },
    // Two days later, its day is over in any case.
    set: { expiresAtEpochSeconds: Math.ceil(now / 1000) + 2 * 86_400 },
    if: [{ [kind]: 'absent' }, { [kind]: { atMost: max - emails } }],
    otherwise: () => invalidField(path, 'count', `at most ${max} such emails are sent ${scope} per UTC day`),
  });

  return [
    count(dayCountKey(workspaceId, day), addresses.length, inWorkspace, 'in this workspace'),
    ...digests.map((to) => count(addressCountKey(workspaceId, day, to), 1, toAddress, 'to this address')),
    ...(senderId === undefined
      ? []
      : [count(serviceCountKey(senderId, day), addresses.length, 10 * inWorkspace, 'in all workspaces')]),
  ];
}
