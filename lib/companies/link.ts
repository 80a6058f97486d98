import type { StoredCompany } from '#lib/companies/company.ts';
import { isFreeMail } from '#lib/companies/free-mail.ts';
import { companyExists, companyPut, domainClaimKey, nameClaimKey, toClaimant } from '#lib/companies/items.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { Found } from '#lib/storage/look-up.ts';
import type { Key, Put, Write } from '#lib/storage/table.ts';
import { comparableName } from '#lib/values/company-name.ts';
import { newId, timestamp } from '#lib/values/ids.ts';
import { invalidField } from '#lib/values/problem.ts';

/** How a request or an imported row identifies a contact's company. */
export interface CompanyWish {
  /** Null: no company. */
  readonly companyId?: string | null | undefined;
  readonly companyName?: string | undefined;
  /** Domain of the contact's address, used if neither id nor name is given. */
  readonly domain: string;
}

/** Keys to read before a company reference can be resolved. */
export function companyKeys(workspaceId: string, { companyId, companyName, domain }: CompanyWish): Key[] {
  if (companyName !== undefined) return [nameClaimKey(workspaceId, companyName)];
  if (companyId !== undefined || isFreeMail(domain)) return [];

  return [domainClaimKey(workspaceId, domain)];
}

/** The companies of the contacts of one transaction; companies with new names are created. */
export interface CompanyLinks {
  readonly companyIds: readonly (string | null)[];
  readonly writes: readonly Write[];
}

/**
 * Resolves company references in order. A new name creates one company, even if several references or concurrent requests
 * contain it. The transaction checks that referenced companies exist. Companies are never deleted.
 */
export function linkCompanies(
  workspaceId: string,
  wishes: readonly CompanyWish[],
  found: Found,
  now: number,
): CompanyLinks {
  const made = new Map<string, StoredCompany>();
  const asked = new Set<string>();
  const companyIds = wishes.map(({ companyId, companyName, domain }) => {
    if (companyName !== undefined) {
      const name = comparableName(companyName);
      const claimant = toClaimant(found(nameClaimKey(workspaceId, companyName))) ?? made.get(name)?.id;
      if (claimant !== undefined) return claimant;
      const company = namedCompany(companyName, now);
      made.set(name, company);

      return company.id;
    }
    if (companyId) asked.add(companyId);
    if (companyId !== undefined || isFreeMail(domain)) return companyId ?? null;

    return toClaimant(found(domainClaimKey(workspaceId, domain))) ?? null;
  });

  return {
    companyIds,
    writes: [
      ...[...asked].map((companyId) => companyExists(workspaceId, companyId, unknownCompany)),
      ...[...made.values()].flatMap((company) => [
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
    otherwise: () => new Stale('the name was claimed meanwhile'),
  };
}

function unknownCompany(): Error {
  return invalidField('companyId', 'exists', 'does not exist');
}

function namedCompany(name: string, now: number): StoredCompany {
  return {
    id: newId('com', now),
    name,
    domain: null,
    website: null,
    industry: null,
    employeeCount: null,
    country: null,
    city: null,
    linkedinUrl: null,
    phone: null,
    description: null,
    tags: [],
    customFields: {},
    contactCount: 0,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
    version: 1,
  };
}
