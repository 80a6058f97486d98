import { readSettingsKey, settingsKey, toTrackingDomain } from '#lib/email-accounts/items.ts';
import { isDomainProven, type ProofServices } from '#lib/email-accounts/tracking-domain/domain-proof.ts';
import { claimDomain, findDomainClaim, isHeldByAnother, releaseDomain } from '#lib/links/domain-claim.ts';
import { forEachInTime } from '#lib/runtime/for-each-in-time.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew } from '#lib/runtime/stale.ts';
import { type Item, TransactionRefused } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { dueWork, worklistPlace } from '#lib/storage/worklist.ts';

export type DomainServices = Services & ProofServices;

/**
 * Limits of one sweeper run, which starts every minute and may take 50 s. A check ends within 5 s, so at least 300 domains
 * are checked per minute.
 */
const domainsMax = 2000;
const pace = { atOnce: 50, beginsWithinMs: 30_000 };

/** Delay until the next check: a day for a verified domain, an hour for others, because the owner may be working on them. */
const againMs = { verified: 86_400_000, failed: 3_600_000 } as const;

/**
 * Checks whether tracking domains lead to this service: new ones soon, others periodically. For a domain that does not,
 * emails use the service's own host. Safe to run twice.
 * @returns the number of failed checks; those are due again after an hour
 */
export async function checkTrackingDomains(services: DomainServices): Promise<number> {
  const places = await dueWork(services.table, 'tracking_domain', services.now() + 1, domainsMax);
  const failures = await forEachInTime(places, pace, (place) => checkDomain(services, place));

  return failures.length;
}

/** Moves the worklist entry before the check, so that a failing domain does not block others. */
async function checkDomain(services: DomainServices, { pk, sk, gsi3sk }: Item): Promise<void> {
  const { workspaceId, accountId } = readSettingsKey({ pk, sk });
  try {
    const moved = await updateIf(services.table, {
      update: { pk, sk },
      set: worklistPlace('tracking_domain', accountId, services.now() + againMs.failed),
      if: { gsi3sk: { is: String(gsi3sk) } },
    });
    const domain = moved && toTrackingDomain(moved);
    if (!domain) return;
    const place = String(moved['gsi3sk']);
    const isProven = await isDomainProven(services, workspaceId, domain);
    await decideAnew(() => settle(services, { workspaceId, accountId, domain, place, isProven }));
  } catch (error) {
    log('error', 'tracking domain not checked', { workspaceId, accountId }, error);
    throw error;
  }
}

interface Checked {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly domain: string;
  /** The worklist position as it was read: the result is not written if it has changed. */
  readonly place: string;
  readonly isProven: boolean;
}

/** One transaction marks the account as verified and claims the domain for its workspace. */
async function settle({ table, now }: DomainServices, checked: Checked): Promise<void> {
  const { workspaceId, accountId, domain, place, isProven } = checked;
  const claim = await findDomainClaim(table, domain, { consistent: true });
  const isHeld = isHeldByAnother(claim, workspaceId);
  const status = isProven && !isHeld ? 'verified' : 'failed';
  const claiming = status === 'verified' ? claimDomain : releaseDomain;
  const outcome = isProven && isHeld ? 'held_by_another' : status;
  log('info', 'tracking domain checked', { workspaceId, accountId, outcome });
  try {
    await table.transact([
      claiming(domain, claim, { workspaceId, accountId }),
      {
        update: settingsKey(workspaceId, accountId),
        set: {
          trackingDomainStatus: status,
          ...worklistPlace('tracking_domain', accountId, now() + againMs[status]),
        },
        if: { trackingDomain: { is: domain }, gsi3sk: { is: place } },
      },
    ]);
  } catch (error) {
    // The account has another domain now, was disconnected, or was checked by another run.
    if (!(error instanceof TransactionRefused)) throw error;
  }
}
