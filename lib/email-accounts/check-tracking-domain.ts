import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { readSettingsKey, toTrackingDomain } from '#lib/email-accounts/items.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { dueWork, worklistPlace } from '#lib/storage/worklist.ts';
import { mailLinks } from '#lib/tracking/links.ts';

export interface DomainServices extends Services {
  readonly signer: TokenSigner;
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
 * @returns how many could not be checked: an hour later they are due again
 */
export async function checkTrackingDomains(services: DomainServices): Promise<number> {
  const places = await dueWork(services.table, 'tracking_domain', services.now() + 1, domainsMax);
  const done = await Promise.all(places.map((place) => checkDomain(services, place)));

  return done.filter((isDone) => !isDone).length;
}

/** The place on the worklist moves before the check begins: a domain that fails does not come first again. */
async function checkDomain(services: DomainServices, { pk, sk, gsi3sk }: Item): Promise<boolean> {
  const { table, now } = services;
  try {
    const { workspaceId, accountId } = readSettingsKey({ pk, sk });
    const place = (status: keyof typeof againMs) =>
      worklistPlace('tracking_domain', accountId, now() + againMs[status]);
    const moved = await updateIf(table, {
      update: { pk, sk },
      set: place('failed'),
      if: { gsi3sk: { is: String(gsi3sk) } },
    });
    const domain = moved && toTrackingDomain(moved);
    if (!domain) return true;
    const status = (await leadsHere(services, workspaceId, domain)) ? 'verified' : 'failed';
    log('info', 'tracking domain checked', { workspaceId, accountId, outcome: status });
    await updateIf(table, {
      update: { pk, sk },
      set: { trackingDomainStatus: status, ...place(status) },
      if: { trackingDomain: { is: domain } },
    });

    return true;
  } catch (error) {
    log('error', 'tracking domain not checked', { workspaceId: pk.split('#')[1] }, error);

    return false;
  }
}

/** Only this service leads on from a link that only this service can have made; of no mail, so that nothing is noted. */
async function leadsHere(
  { signer, findRedirect }: DomainServices,
  workspaceId: string,
  domain: string,
): Promise<boolean> {
  const nobody = '0'.repeat(26);
  const ids = {
    ...{ workspaceId, campaignId: `cmp_${nobody}`, contactId: `con_${nobody}` },
    ...{ executionId: `exe_${nobody}`, stepId: `stp_${nobody}` },
  };
  const links = await mailLinks(signer, `https://${domain}`, ids, `nobody@${domain}`);
  const target = `https://${domain}/`;

  return (await findRedirect(await links.clickUrl(target, 0))) === target;
}
