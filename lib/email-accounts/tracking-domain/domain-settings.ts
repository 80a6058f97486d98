import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { EmailAccountSettings } from '#lib/email-accounts/email-account.ts';
import type { AccountWithSettings } from '#lib/email-accounts/read.ts';
import { proofName, proofToken } from '#lib/email-accounts/tracking-domain/domain-record.ts';
import { findDomainClaim, isClaimedByAnother, planDomainRelease } from '#lib/links/domain-claim.ts';
import { checkPublicHost } from '#lib/network/public-host.ts';
import type { Table, Update, Write } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';

interface DomainChange {
  /** Changed settings in the API's form. */
  readonly settings: Partial<EmailAccountSettings>;
  /** Changes of attributes that the API does not show. Empty if `settings` is empty. */
  readonly internalUpdate: Pick<Update, 'set' | 'remove'>;
  readonly writes: readonly Write[];
}

const noChange: DomainChange = { settings: {}, internalUpdate: {}, writes: [] };

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
  const name = typeof trackingDomain === 'string' ? readDomainName(trackingDomain, faults) : trackingDomain;
  if (name === undefined || name === account.trackingDomain) return noChange;
  const claim = name === null ? undefined : await findDomainClaim(table, name);
  if (name !== null && isClaimedByAnother(claim, workspaceId)) {
    faults.push({ path: 'trackingDomain', rule: 'unique', message: claimedMessage(name) });

    return noChange;
  }
  const needsCheck = name !== null && account.status !== 'disconnected';

  return {
    settings: {
      trackingDomain: name,
      trackingDomainStatus: name === null ? null : 'pending',
      trackingDomainReason: null,
      trackingDomainToken: name === null ? null : proofToken(workspaceId, name),
    },
    internalUpdate: needsCheck
      ? { set: worklistAttributes('tracking_domain', account.id, now) }
      : { remove: worklistAttributeNames },
    writes: await planDomainRelease(table, workspaceId, account),
  };
}

/** The domain in lower case, with international names in ASCII; undefined if it is invalid: `faults` then has the reason. */
function readDomainName(text: string, faults: ProblemDetail[]): string | undefined {
  // `domainToASCII` removes line breaks, and everything from a slash on.
  const isName = !/[\s/?#@\\:]/u.test(text);
  const name = domainToASCII(text);
  const reason = isName ? syntaxFault(name) : 'must be a domain name without other characters';
  if (reason === undefined) return name;
  faults.push({ path: 'trackingDomain', rule: 'public_name', message: reason });

  return undefined;
}

/** Checks the syntax of a domain for links. Whether it leads to this service is verified later by DNS. */
function syntaxFault(name: string): string | undefined {
  if (isIP(name) !== 0) return 'must be a name, not an address';
  const checked = checkPublicHost(name, { loopback: 'refuse' });

  return checked.ok ? undefined : checked.reason;
}

function claimedMessage(name: string): string {
  return `${name} is verified for another workspace: remove it there, or delete that workspace's TXT record at ${proofName(name)} and retry after a day`;
}
