import type { AccountHealth } from '#lib/email-accounts/health.ts';
import { inboxDue } from '#lib/email-accounts/inbox/items.ts';
import {
  accountKey,
  type EmailAccountItem,
  healthCheckPut,
  healthKey,
  readAccountKey,
  readSettingsKey,
  settingsKey,
  toAccount,
  toSender,
} from '#lib/email-accounts/items.ts';
import { countRejections } from '#lib/email-accounts/refusals/reported.ts';
import { scoreOf } from '#lib/email-accounts/score.ts';
import { isUsable } from '#lib/email-accounts/sending.ts';
import { forEachUntilDeadline } from '#lib/runtime/for-each-until-deadline.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { SenderDns } from '#lib/sender-dns/dns-queries.ts';
import { evaluateSender } from '#lib/sender-dns/evaluate-sender.ts';
import { countsOfLastDays } from '#lib/statistics/days.ts';
import { shareOf } from '#lib/statistics/rates.ts';
import { type Item, type Table, type Update, updateIf } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { readDueWork, worklistAttributes } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';

export interface HealthServices extends Services {
  /** Creates a DNS client for one check. */
  readonly senderDns: () => SenderDns;
}

/**
 * Limits of one run, which starts every minute and may take 50 s. Ten checks run concurrently, and each ends within 10 s. So a
 * run checks at least 40 accounts, 57,600 per day. If name servers respond within 1 s, it checks ten times as many.
 *
 * A check sends 4 to 120 queries: about 6 if the domain has a key of a known provider, otherwise about 37. AWS's resolver drops
 * packets above 1,024 per second. Ten checks of 37 queries exceed that only while each ends within 0.36 s. A dropped query is
 * sent again after a second, which slows its check and so the run.
 * https://docs.aws.amazon.com/vpc/latest/userguide/AmazonDNS-concepts.html
 */
const accountsMax = 2000;
const concurrencyLimits = { concurrency: 10, startWithinMs: 35_000 };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Time of the next daily check. Up to two hours are subtracted at random, so that accounts that were connected together spread
 * out.
 */
const nextDailyCheckAt = (now: number) => now + dayMs - Math.floor(Math.random() * 2 * hourMs);

/**
 * Checks the health of accounts: soon after each is connected, then once a day while it is connected or paused. Safe to run
 * twice or concurrently: each account is claimed by one run.
 * @throws AggregateError if checks failed. All other checks have then run, and the failed checks are repeated after an hour.
 */
export async function checkHealth(services: HealthServices): Promise<void> {
  // The limit is exclusive. 1 ms is added to include work that is due now.
  const due = await readDueWork(services.table, 'account_health', services.now() + 1, accountsMax);
  const failures = await forEachUntilDeadline(due, concurrencyLimits, (entry) =>
    checkAccount(services, entry),
  );
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} check(s) failed`);
}

async function checkAccount(services: HealthServices, entry: Item): Promise<void> {
  const { table, now } = services;
  if (entry.sk !== healthKey('', '').sk) return adoptAccount(services, entry);
  const { workspaceId, accountId } = readSettingsKey(entry);
  const move = (from: Item, to: number): Update => ({
    update: { pk: from.pk, sk: from.sk },
    set: worklistAttributes('account_health', accountId, to),
    if: { gsi3sk: { is: String(from['gsi3sk']) } },
  });
  // Claimed before the check can fail, so a failing account neither blocks others nor disappears from the worklist.
  const claimed = await updateIf(table, move(entry, now() + hourMs));
  if (!claimed) return;
  try {
    const item = await table.get(accountKey(workspaceId, accountId));
    const account = item && toAccount(item);
    // A reconnection puts the account back on the worklist.
    if (!isUsable(account)) return await eraseIfUnmoved(table, claimed);
    const { health, nextCheckAt } = await checkUsable(services, workspaceId, account);
    // Reconnecting moves the next check and disconnecting deletes it, so an outdated result is not written.
    await transactIf(table, [
      move(claimed, nextCheckAt),
      { update: accountKey(workspaceId, accountId), set: { health }, if: { pk: 'present' } },
    ]);
  } catch (error) {
    log('error', 'account health not checked', { workspaceId, accountId }, error);
    throw error;
  }
}

/** @returns the health, and the time of the next check: after a day, or after an hour if DNS queries failed */
async function checkUsable(services: HealthServices, workspaceId: string, account: EmailAccountItem) {
  const { id: accountId } = account;
  const health = await measureHealth(services, workspaceId, account);
  const outcome = health.score === null ? 'unknown' : 'known';
  log('info', 'account health checked', { workspaceId, accountId, outcome });
  const now = services.now();

  return { health, nextCheckAt: outcome === 'known' ? nextDailyCheckAt(now) : now + hourMs };
}

/** Version 0.2.0 has the account item on this worklist. Now its inbox is due, and the health check is a separate item. */
async function adoptAccount({ table, now }: HealthServices, entry: Item): Promise<void> {
  const { workspaceId, accountId } = readAccountKey(entry);
  await transactIf(table, [
    {
      update: accountKey(workspaceId, accountId),
      set: inboxDue(accountId, now()),
      if: { gsi3sk: { is: String(entry['gsi3sk']) } },
    },
    healthCheckPut(workspaceId, accountId, now()),
  ]);
}

async function eraseIfUnmoved(table: Table, { pk, sk, gsi3sk }: Item): Promise<void> {
  await transactIf(table, [{ delete: { pk, sk }, if: { gsi3sk: { is: String(gsi3sk) } } }]);
}

async function measureHealth(
  { table, now, senderDns }: HealthServices,
  workspaceId: string,
  account: EmailAccountItem,
): Promise<AccountHealth> {
  const at = now();
  const [settings, { sent, bounced }] = await Promise.all([
    table.get(settingsKey(workspaceId, account.id)),
    countsOfLastDays({ table, now }, workspaceId, account.id, 7),
  ]);
  if (!settings) throw new Error('the account has no settings');
  const { smtp, rejections } = toSender(settings);
  const verdicts = await evaluateSender(senderDns(), account.email, smtp.host);

  return {
    score: scoreOf(verdicts, { sent, bounced }),
    bounceRate7d: shareOf(bounced, sent),
    sent7d: sent,
    rejections7d: countRejections(rejections, at),
    ...verdicts,
    checkedAt: timestamp(at),
  };
}
