import type { Vault } from '#lib/crypto/vault.ts';
import { readSettingsKey, toTrackingDomain } from '#lib/email-accounts/items.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Key } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { dueWork, worklistPlace } from '#lib/storage/worklist.ts';
import { mailLinks } from '#lib/tracking/links.ts';

export interface DomainServices extends Services {
  readonly vault: Vault;
  /** Where an address leads on to. */
  readonly findRedirect: (url: string) => Promise<string | undefined>;
}

/** Checked side by side, each within five seconds. */
const domainsMax = 20;

/** When a domain is looked at again: one that leads here once a day, any other each hour, as its owner may be at it. */
const againMs = { verified: 86_400_000, failed: 3_600_000 } as const;

/**
 * Looks whether domains lead to this service that are to stand in the links of mails: those that are new, and from time to
 * time the others. From one that does not, mails fall back on the service's own address. May run twice.
 */
export async function checkTrackingDomains(services: DomainServices): Promise<void> {
  const keys = await dueWork(services.table, 'tracking_domain', services.now() + 1, domainsMax);
  await Promise.all(keys.slice(0, domainsMax).map((key) => checkDomain(services, key)));
}

async function checkDomain(services: DomainServices, { pk, sk }: Key): Promise<void> {
  const { table, now } = services;
  const item = await table.get({ pk, sk }, { consistent: true });
  const domain = item && toTrackingDomain(item);
  if (!domain) return;
  const { workspaceId, accountId } = readSettingsKey({ pk, sk });
  const status = (await leadsHere(services, workspaceId, domain)) ? 'verified' : 'failed';
  log('info', 'tracking domain checked', { workspaceId, accountId, outcome: status });
  await updateIf(table, {
    update: { pk, sk },
    set: {
      trackingDomainStatus: status,
      ...worklistPlace('tracking_domain', accountId, now() + againMs[status]),
    },
    if: { trackingDomain: { is: domain } },
  });
}

/** Only this service leads on from a link that only this service can have made; of no mail, so that nothing is noted. */
async function leadsHere(
  { vault, findRedirect }: DomainServices,
  workspaceId: string,
  domain: string,
): Promise<boolean> {
  const nobody = '0'.repeat(26);
  const links = await mailLinks(vault, `https://${domain}`, {
    ...{ workspaceId, campaignId: `cmp_${nobody}`, contactId: `con_${nobody}` },
    ...{ executionId: `exe_${nobody}`, stepId: `stp_${nobody}` },
  });
  const target = `https://${domain}/`;

  return (await findRedirect(await links.clickUrl(target, 0))) === target;
}
