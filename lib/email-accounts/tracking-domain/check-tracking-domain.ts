import type { TrackingDomainReason } from '#lib/email-accounts/email-account.ts';
import { readSettingsKey, settingsKey, toTrackingDomain } from '#lib/email-accounts/items.ts';
import { findDomainReason, type ProofServices } from '#lib/email-accounts/tracking-domain/domain-proof.ts';
import { claimDomain, findDomainClaim, isClaimedByAnother, releaseDomain } from '#lib/links/domain-claim.ts';
import { forEachUntilDeadline } from '#lib/runtime/for-each-until-deadline.ts';
import { log } from '#lib/runtime/log.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Item, updateIf } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { readDueWork, worklistAttributes } from '#lib/storage/worklist.ts';

export type DomainServices = Services & ProofServices;

/**
 * Limits of one sweeper run, which starts every minute and may take 50 s. A check ends within 5 s, so at least 300 domains
 * are checked per minute.
 */
const domainsMax = 2000;
const concurrencyLimits = { concurrency: 50, startWithinMs: 30_000 };

/** Delay until the next check: a day for a verified domain, an hour for others, because the owner may be working on them. */
const checkIntervalMs = { verified: 86_400_000, failed: 3_600_000 } as const;

/**
 * Checks whether tracking domains lead to this service: new domains soon, others periodically. Emails use the service's own
 * host instead of a domain that fails the check. Safe to run twice.
 * @returns the number of checks that could not run; they are due again after an hour
 */
export async function checkTrackingDomains(services: DomainServices): Promise<number> {
  // The limit is exclusive. 1 ms is added to include work that is due now.
  const entries = await readDueWork(services.table, 'tracking_domain', services.now() + 1, domainsMax);
  const failures = await forEachUntilDeadline(entries, concurrencyLimits, (entry) =>
    checkDomain(services, entry),
  );

  return failures.length;
}

/** Moves the worklist entry before the check, so that a failing domain does not block others. */
async function checkDomain(services: DomainServices, { pk, sk, gsi3sk }: Item): Promise<void> {
  const { workspaceId, accountId } = readSettingsKey({ pk, sk });
  try {
    const moved = await updateIf(services.table, {
      update: { pk, sk },
      set: worklistAttributes('tracking_domain', accountId, services.now() + checkIntervalMs.failed),
      if: { gsi3sk: { is: String(gsi3sk) } },
    });
    const domain = moved && toTrackingDomain(moved);
    if (!domain) return;
    const worklistKey = String(moved['gsi3sk']);
    const proofReason = await findDomainReason(services, workspaceId, domain);
    await retryOnConflict(() =>
      recordResult(services, { workspaceId, accountId, domain, worklistKey, proofReason }),
    );
  } catch (error) {
    log('error', 'tracking domain not checked', { workspaceId, accountId }, error);
    throw error;
  }
}

interface DomainCheck {
  readonly workspaceId: string;
  readonly accountId: string;
  readonly domain: string;
  /** The worklist position that this check has set: the result is not written if it has changed. */
  readonly worklistKey: string;
  readonly proofReason: TrackingDomainReason | null;
}

/** One transaction marks the account as verified and claims the domain for its workspace. */
async function recordResult({ table, now }: DomainServices, check: DomainCheck): Promise<void> {
  const { workspaceId, accountId, domain, worklistKey, proofReason } = check;
  const claim = await findDomainClaim(table, domain);
  const reason = proofReason ?? (isClaimedByAnother(claim, workspaceId) ? 'verified_by_another' : null);
  const status = reason === null ? 'verified' : 'failed';
  const claimOrRelease = reason === null ? claimDomain : releaseDomain;
  log('info', 'tracking domain checked', { workspaceId, accountId, outcome: reason ?? status });
  // Writes nothing if the account has another domain now, was disconnected, or was checked by another run.
  await transactIf(table, [
    claimOrRelease(domain, claim, { workspaceId, accountId }),
    {
      update: settingsKey(workspaceId, accountId),
      set: {
        trackingDomainStatus: status,
        trackingDomainReason: reason,
        ...worklistAttributes('tracking_domain', accountId, now() + checkIntervalMs[status]),
      },
      if: { trackingDomain: { is: domain }, gsi3sk: { is: worklistKey } },
    },
  ]);
}
