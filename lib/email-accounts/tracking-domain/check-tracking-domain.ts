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
 * In one run of the sweeper, which is begun every minute and may take 50 s. Each check ends within five seconds, so at least
 * 300 domains are checked in a minute.
 */
const domainsMax = 2000;
const pace = { atOnce: 50, beginsWithinMs: 30_000 };

/** When a domain is looked at again: one that leads here once a day, any other each hour, as its owner may be at it. */
const againMs = { verified: 86_400_000, failed: 3_600_000 } as const;

/**
 * Looks whether domains lead to this service that are to stand in the links of mails: those that are new, and from time to
 * time the others. From one that does not, mails fall back on the service's own address. May run twice.
 * @returns how many could not be checked: an hour later they are due again
 */
export async function checkTrackingDomains(services: DomainServices): Promise<number> {
  const places = await dueWork(services.table, 'tracking_domain', services.now() + 1, domainsMax);
  const failures = await forEachInTime(places, pace, (place) => checkDomain(services, place));

  return failures.length;
}

/** The place on the worklist moves before the check begins: a domain that fails does not come first again. */
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
  /** On the worklist, as it was read: what changed meanwhile is not overwritten. */
  readonly place: string;
  readonly isProven: boolean;
}

/** One transaction says that the account is verified and that its workspace holds the domain, or neither of them. */
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
    // The account has another domain by now, was disconnected, or another run has checked it.
    if (!(error instanceof TransactionRefused)) throw error;
  }
}
