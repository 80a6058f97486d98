import type { AccountHealth } from '#lib/email-accounts/health.ts';
import {
  type EmailAccountItem,
  readAccountKey,
  settingsKey,
  toAccount,
  toSender,
} from '#lib/email-accounts/items.ts';
import { scoreOf } from '#lib/email-accounts/score.ts';
import { forEachInTime } from '#lib/runtime/for-each-in-time.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { judgeSender } from '#lib/sender-dns/judge.ts';
import type { SenderDns } from '#lib/sender-dns/questions.ts';
import { countsBetween } from '#lib/statistics/sums.ts';
import type { Item, Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { dueWork, noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';

export interface HealthServices extends Services {
  /** One for each check. */
  readonly senderDns: () => SenderDns;
}

/**
 * In one run, which begins every minute and may take 50 s. A check ends within ten seconds, so a run checks at least 40 accounts,
 * 57,600 in a day; where name servers answer within a second, ten times as many. A check asks about 25 questions: more checks at
 * once would send more than the 1,024 packets a second that AWS's resolver accepts.
 * https://docs.aws.amazon.com/vpc/latest/userguide/AmazonDNS-concepts.html
 */
const accountsMax = 2000;
const pace = { atOnce: 10, beginsWithinMs: 35_000 };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A day, and up to two hours less: what was connected together is not looked at together for ever. */
const nextDay = (now: number) => now + dayMs - Math.floor(Math.random() * 2 * hourMs);

/**
 * Looks at the health of accounts: of each one soon after it was connected, and then once a day, as long as it is connected
 * or paused. May run twice, and several at once: each account is taken by one of them.
 * @throws AggregateError once all are done, when some of them failed: an hour later they are looked at again
 */
export async function checkHealth(services: HealthServices): Promise<void> {
  const due = await dueWork(services.table, 'account_health', services.now() + 1, accountsMax);
  const failures = await forEachInTime(due, pace, (place) => checkAccount(services, place));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} check(s) failed`);
}

async function checkAccount(services: HealthServices, place: Item): Promise<void> {
  const { table, now } = services;
  const { workspaceId, accountId } = readAccountKey(place);
  // Taken before anything can go wrong: whatever its check does, the account stands in nobody's way, and is not lost.
  const taken = await moveTo(table, place, worklistPlace('account_health', accountId, now() + hourMs));
  if (!taken) return;
  try {
    const account = toAccount(taken);
    const isUsed = account.status === 'connected' || account.status === 'paused';
    // Only reconnecting helps an account that is not, which puts it on the list again.
    if (!isUsed) await moveTo(table, taken, undefined);
    else await moveTo(table, taken, await lookAt(services, workspaceId, account));
  } catch (error) {
    log('error', 'account health not checked', { workspaceId, accountId }, error);
    throw error;
  }
}

/** @returns what is to be written, and when to look again: in a day, but in an hour when name servers could not be asked */
async function lookAt(services: HealthServices, workspaceId: string, account: EmailAccountItem) {
  const { id } = account;
  const health = await examine(services, workspaceId, account);
  const isKnown = health.score !== null;
  log('info', 'account health checked', {
    workspaceId,
    accountId: id,
    outcome: isKnown ? 'known' : 'unknown',
  });
  const next = isKnown ? nextDay(services.now()) : services.now() + hourMs;

  return { health, ...worklistPlace('account_health', id, next) };
}

/**
 * Writes to an account that still has the place at which it was found. Connecting it anew, to whichever server, gives it
 * another one, and disconnecting takes it away: what was seen before is not written then.
 */
function moveTo(
  table: Table,
  { pk, sk, gsi3sk }: Item,
  set: Readonly<Record<string, unknown>> | undefined,
): Promise<Item | undefined> {
  return updateIf(table, {
    update: { pk, sk },
    ...(set ? { set } : { remove: noWorklistPlace }),
    if: { gsi3sk: { is: String(gsi3sk) } },
  });
}

async function examine(
  { table, now, senderDns }: HealthServices,
  workspaceId: string,
  account: EmailAccountItem,
): Promise<AccountHealth> {
  const at = now();
  const [settings, { sent, bounced }] = await Promise.all([
    table.get(settingsKey(workspaceId, account.id), { consistent: true }),
    countsBetween(table, workspaceId, account.id, { beginsAt: at - 7 * dayMs, endsAt: at }),
  ]);
  if (!settings) throw new Error('an account without settings');
  const verdicts = await judgeSender(senderDns(), account.email, toSender(settings).smtp.host);

  return {
    score: scoreOf(verdicts, { sent, bounced }),
    bounceRate7d: sent === 0 ? null : Math.min(1, bounced / sent),
    sent7d: sent,
    ...verdicts,
    checkedAt: timestamp(at),
  };
}
