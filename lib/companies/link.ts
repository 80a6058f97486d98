import { NewCompany, type StoredCompany } from '#lib/companies/company.ts';
import {
  companyExistsCheck,
  companyPut,
  domainClaimKey,
  nameClaimKey,
  toClaimingCompanyId,
} from '#lib/companies/items.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { ItemLookup, Key, Put, Write } from '#lib/storage/table.ts';
import { comparableCompanyName } from '#lib/values/company-name.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

/** How a request or an imported row identifies a contact's company. */
export interface CompanyReference {
  /** Null: no company. */
  readonly companyId?: string | null | undefined;
  readonly companyName?: string | undefined;
  /** Domain of the contact's address, used if neither id nor name is given. */
  readonly domain: string;
}

/** Keys of the claims that resolve a company reference. A reference by id needs none. */
export function companyReferenceKeys(
  workspaceId: string,
  { companyId, companyName, domain }: CompanyReference,
): Key[] {
  if (companyName !== undefined) return [nameClaimKey(workspaceId, companyName)];
  if (companyId !== undefined || isFreeMail(domain)) return [];

  return [domainClaimKey(workspaceId, domain)];
}

/** The companies of the contacts of one transaction; companies with new names are created. */
export interface CompanyLinks {
  /** In the order of the references; null for a contact without a company. */
  readonly companyIds: readonly (string | null)[];
  readonly writes: readonly Write[];
}

/**
 * Resolves company references in order. A new name creates one company, even if several references or concurrent requests
 * contain it. The transaction checks that companies that are named by id exist; a claimed company exists, because companies are
 * never deleted.
 * @param found the items of `companyReferenceKeys` for all references
 */
export function linkCompanies(
  workspaceId: string,
  references: readonly CompanyReference[],
  found: ItemLookup,
  now: number,
): CompanyLinks {
  const createdByName = new Map<string, StoredCompany>();
  const requestedIds = new Set<string>();
  const companyIds = references.map(({ companyId, companyName, domain }) => {
    if (companyName !== undefined) {
      const name = comparableCompanyName(companyName);
      const existingId =
        toClaimingCompanyId(found(nameClaimKey(workspaceId, companyName))) ?? createdByName.get(name)?.id;
      if (existingId !== undefined) return existingId;
      const company = newNamedCompany(companyName, now);
      createdByName.set(name, company);

      return company.id;
    }
    if (companyId) requestedIds.add(companyId);
    if (companyId !== undefined || isFreeMail(domain)) return companyId ?? null;

    return toClaimingCompanyId(found(domainClaimKey(workspaceId, domain))) ?? null;
  });

  return {
    companyIds,
    writes: [
      ...[...requestedIds].map((companyId) => companyExistsCheck(workspaceId, companyId, unknownCompany)),
      ...[...createdByName.values()].flatMap((company) => [
        companyPut(workspaceId, company),
        nameClaimPut(workspaceId, company),
      ]),
    ],
  };
}

export function nameClaimPut(workspaceId: string, { id, name }: Pick<StoredCompany, 'id' | 'name'>): Put {
  return {
    put: { ...nameClaimKey(workspaceId, name), companyId: id },
    if: { pk: 'absent' },
    otherwise: () => new StaleDecision('the name was claimed concurrently'),
  };
}

function unknownCompany(): Error {
  return invalidField('companyId', 'exists', 'does not exist');
}

function newNamedCompany(name: string, now: number): StoredCompany {
  return {
    id: newId('com', now),
    ...NewCompany.parse({ name }),
    contactCount: 0,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
    version: 1,
  };
}

/** Domains of free email providers: an address there does not identify a company. */
const freeMailDomains = new Set(
  (
    '126.com 163.com aol.com att.net bluewin.ch btinternet.com comcast.net duck.com fastmail.com free.fr freenet.de ' +
    'gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.net googlemail.com hey.com hotmail.co.uk hotmail.com hotmail.de ' +
    'hotmail.es hotmail.fr hotmail.it icloud.com laposte.net libero.it live.com live.co.uk live.de live.fr mac.com ' +
    'mail.com mail.ru me.com msn.com naver.com orange.fr outlook.com outlook.de outlook.fr pm.me proton.me ' +
    'protonmail.com qq.com rediffmail.com sbcglobal.net t-online.de verizon.net wanadoo.fr web.de yahoo.ca ' +
    'yahoo.co.in yahoo.co.jp yahoo.co.uk yahoo.com yahoo.com.br yahoo.de yahoo.es yahoo.fr yahoo.it yandex.com ' +
    'yandex.ru ymail.com zoho.com'
  ).split(' '),
);

function isFreeMail(domain: string): boolean {
  return freeMailDomains.has(domain);
}
