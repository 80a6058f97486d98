import { chooseServers } from '#lib/connect/choose-servers.ts';
import type { ServerSearch } from '#lib/connect/find-servers.ts';
import { connectionAttemptsKey } from '#lib/connect/items.ts';
import type { EmailAccountByPassword } from '#lib/connect/mailbox.ts';
import { verifyLogins } from '#lib/connect/verify-logins.ts';
import { checkSendingGaps, mergeLimits, newAccountLimits } from '#lib/email-accounts/change.ts';
import type { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { findByAddress } from '#lib/email-accounts/read.ts';
import { countLimitedAttempt } from '#lib/http/rate-window.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { invalid } from '#lib/values/problem.ts';

type MailboxServices = Services & { readonly search: ServerSearch };

interface MailboxRequest {
  readonly principal: { readonly id: string };
  readonly workspaceId: string;
  readonly body: EmailAccountByPassword;
  /** Epoch milliseconds, from the gateway. */
  readonly receivedAt: number;
}

/**
 * Finds missing servers and logs in to the SMTP and the IMAP server, as the account will. Writes only the attempt counter.
 * @returns the input of `connectAccount`
 * @throws Problem 422 with all faults by field; RateLimited
 */
export async function verifyMailbox(
  { principal, workspaceId, body, receivedAt }: MailboxRequest,
  { table, search }: MailboxServices,
): Promise<NewEmailAccount> {
  await countConnectionAttempt(table, principal.id, receivedAt);
  const account = await findByAddress(table, workspaceId, body.email);
  const faults = checkSendingGaps(mergeLimits(account ?? newAccountLimits, body), body);
  const { smtp, imap, missing } = await chooseServers(search, body, account);
  // If one server is missing, the other one is still checked, so that the response lists all faults.
  const loginFaults = await verifyLogins({ ...body, smtp, imap }, search.loopback);
  const problems = [...faults, ...missing, ...loginFaults];
  if (problems.length > 0 || !smtp) throw invalid(problems);

  return { ...body, smtp, imap };
}

const triesMax = 20;
const triesWindowMs = 15 * 60_000;

/**
 * Limits attempts, because each one logs in to a server with a password that the caller chooses. The limit is enough to
 * connect a whole department's mailboxes, but a brute-force attack would need years.
 */
async function countConnectionAttempt(table: Table, userId: string, now: number): Promise<void> {
  const tries = { key: connectionAttemptsKey(userId), limit: triesMax, windowMs: triesWindowMs, now };

  await countLimitedAttempt(table, tries, `${triesMax} attempts to connect a mailbox in 15 minutes`);
}
