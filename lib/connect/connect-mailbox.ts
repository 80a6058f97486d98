import { chooseServers } from '#lib/connect/choose-servers.ts';
import type { ServerSearch } from '#lib/connect/find-servers.ts';
import { triesKey } from '#lib/connect/items.ts';
import type { EmailAccountByPassword } from '#lib/connect/mailbox.ts';
import { tryServers } from '#lib/connect/try-servers.ts';
import { gapFaults, mergeLimits, newAccountLimits } from '#lib/email-accounts/change.ts';
import type { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { findByAddress } from '#lib/email-accounts/read.ts';
import { countTry } from '#lib/http/count-try.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { invalid } from '#lib/values/problem.ts';

type MailboxServices = Services & { readonly search: ServerSearch };

interface MailboxRequest {
  readonly principal: { readonly id: string };
  readonly workspaceId: string;
  readonly body: EmailAccountByPassword;
  /** Epoch milliseconds, as the gateway saw it. */
  readonly receivedAt: number;
}

/**
 * Finds the servers that are not given and logs in to both, as the account will. Writes nothing but the count of tries.
 * @returns what `connectAccount` takes
 * @throws Problem 422 with all that is wrong, each at its field; RateLimited
 */
export async function tryMailbox(
  { principal, workspaceId, body, receivedAt }: MailboxRequest,
  { table, search }: MailboxServices,
): Promise<NewEmailAccount> {
  await countConnecting(table, principal.id, receivedAt);
  const account = await findByAddress(table, workspaceId, body.email);
  const faults = gapFaults(mergeLimits(account ?? newAccountLimits, body), body);
  const { smtp, imap, missing } = await chooseServers(search, body, account);
  // Where one is missing, the other is tried all the same: what is wrong is told at once.
  const refused = await tryServers({ ...body, smtp, imap }, search.loopback);
  const problems = [...faults, ...missing, ...refused];
  if (problems.length > 0 || !smtp) throw invalid(problems);

  return { ...body, smtp, imap };
}

const triesMax = 20;
const triesWindowMs = 15 * 60_000;

/**
 * Each try makes this service log in somewhere with a password that somebody thought of. Whoever connects the mailboxes
 * of a whole department stays below this; a guesser would need years.
 */
async function countConnecting(table: Table, userId: string, now: number): Promise<void> {
  const tries = { key: triesKey(userId), limit: triesMax, windowMs: triesWindowMs, now };

  await countTry(table, tries, `${triesMax} tries to connect a mailbox in 15 minutes`);
}
