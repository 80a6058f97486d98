import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { EmailAccountSettings } from '#lib/email-accounts/email-account.ts';
import type { AccountWithSettings } from '#lib/email-accounts/read.ts';
import { proofName, proofToken } from '#lib/email-accounts/tracking-domain/domain-record.ts';
import { planDomainRelease } from '#lib/email-accounts/tracking-domain/domain-release.ts';
import { findDomainClaim, isClaimedByAnother } from '#lib/links/domain-claim.ts';
import { checkPublicHost } from '#lib/network/public-host.ts';
import type { Table, Update, Write } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';

type DomainSettings = Pick<
  EmailAccountSettings,
  'trackingDomain' | 'trackingDomainStatus' | 'trackingDomainToken'
>;

interface DomainChange {
  /** Changed settings in the API's form. */
  readonly settings: Partial<DomainSettings>;
  /** Other changes to the settings item. */
  readonly itemUpdate: Pick<Update, 'set' | 'remove'>;
  readonly writes: readonly Write[];
}

const noChange: DomainChange = { settings: {}, itemUpdate: {}, writes: [] };

/**
 * Changes or clears an account's tracking domain. A new domain is checked within a minute.
 * @param trackingDomain null clears the domain, undefined keeps it
 * @param faults gets the reasons why the domain cannot be used
 */
export async function planDomain(
  table: Table,
  { workspaceId, now }: { readonly workspaceId: string; readonly now: number },
  account: AccountWithSettings,
  trackingDomain: string | null | undefined,
  faults: ProblemDetail[],
): Promise<DomainChange> {
  const name = trackingDomain === undefined ? undefined : readDomainName(trackingDomain, faults);
  if (name === undefined || name === account.trackingDomain) return noChange;
  const claim = name === null ? undefined : await findDomainClaim(table, name, { consistent: true });
  if (name !== null && isClaimedByAnother(claim, workspaceId)) {
    faults.push({ path: 'trackingDomain', rule: 'unique', message: claimedMessage(name) });

    return noChange;
  }
  const needsCheck = name !== null && account.status !== 'disconnected';

  return {
    settings: {
      trackingDomain: name,
      trackingDomainStatus: name === null ? null : 'pending',
      trackingDomainToken: name === null ? null : proofToken(workspaceId, name),
    },
    itemUpdate: needsCheck
      ? { set: worklistAttributes('tracking_domain', account.id, now) }
      : { remove: worklistAttributeNames },
    writes: await planDomainRelease(table, workspaceId, account),
  };
}

/** @returns undefined if the name is invalid; `faults` then has the reason */
function readDomainName(trackingDomain: string | null, faults: ProblemDetail[]): string | null | undefined {
  if (trackingDomain === null) return null;
  const checked = checkTrackingDomain(trackingDomain);
  if (checked.ok) return checked.name;
  faults.push({ path: 'trackingDomain', rule: 'public_name', message: checked.reason });

  return undefined;
}

function claimedMessage(name: string): string {
  return `${name} is verified for another workspace: remove it there, or delete that workspace's TXT record at ${proofName(name)} and retry after a day`;
}

type CheckedDomain =
  /** In lower case, international names in ASCII. */
  { readonly ok: true; readonly name: string } | { readonly ok: false; readonly reason: string };

/** Checks the syntax of a domain for links. Whether it leads to this service is verified later by DNS. */
function checkTrackingDomain(text: string): CheckedDomain {
  const name = domainToASCII(text);
  if (isIP(name) !== 0) return { ok: false, reason: 'must be a name, not an address' };
  const checked = checkPublicHost(name, { loopback: 'refuse' });

  return checked.ok ? { ok: true, name } : { ok: false, reason: checked.reason };
}
