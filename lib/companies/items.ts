import * as z from 'zod/mini';
import { Company, type StoredCompany } from '#lib/companies/company.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { presentAttributes, versionedUpdate } from '#lib/storage/item.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Check, Item, Key, Put, Update } from '#lib/storage/table.ts';
import { comparableCompanyName, nameSortText } from '#lib/values/company-name.ts';

/*
 * | access pattern                              | how                                                       |
 * |---------------------------------------------|-----------------------------------------------------------|
 * | get by id                                   | GetItem W#<workspace>#COMPANY#<id>, COMPANY                |
 * | list newest first                           | gsi1 W#<workspace>#COMPANIES, by id                        |
 * | by the beginning of the name                | gsi2 W#<workspace>#COMPANIES_BY_NAME, <name>#<id>          |
 * | domain is unique; exact look-up             | GetItem W#<workspace>#COMPANY_DOMAIN#<domain>, CLAIM       |
 * | external id is unique; exact look-up        | GetItem W#<workspace>#COMPANY_EXTERNAL_ID#<id>, CLAIM      |
 * | the company of a contact's company name     | GetItem W#<workspace>#COMPANY_NAME#<name>, CLAIM           |
 *
 * Names are not unique: the first company of a name holds its claim.
 */
export function companyKey(workspaceId: string, companyId: string): Key {
  return { pk: `W#${workspaceId}#COMPANY#${companyId}`, sk: 'COMPANY' };
}

export const allCompanies = (workspaceId: string): MergedQuery => ({
  index: 'gsi1',
  partitions: [`W#${workspaceId}#COMPANIES`],
});

const nameIndex = (workspaceId: string) => `W#${workspaceId}#COMPANIES_BY_NAME`;

/**
 * Companies with a name that probably begins with `search`, in order of names. The sort key has only the beginning of a name, so
 * compare the name itself, too.
 */
export const companiesByName = (workspaceId: string, search: string): MergedQuery => ({
  index: 'gsi2',
  partitions: [nameIndex(workspaceId)],
  prefix: nameSortText(search),
  ascending: true,
});

/** @param domain normalised */
export function domainClaimKey(workspaceId: string, domain: string): Key {
  return { pk: `W#${workspaceId}#COMPANY_DOMAIN#${domain}`, sk: 'CLAIM' };
}

export function companyExternalIdKey(workspaceId: string, externalId: string): Key {
  return { pk: `W#${workspaceId}#COMPANY_EXTERNAL_ID#${externalId}`, sk: 'CLAIM' };
}

export function nameClaimKey(workspaceId: string, name: string): Key {
  return { pk: `W#${workspaceId}#COMPANY_NAME#${comparableCompanyName(name)}`, sk: 'CLAIM' };
}

const Claim = z.object({ companyId: z.string() });

/** The company that holds a claim; undefined without a claim. */
export function toClaimingCompanyId(item: Item | undefined): string | undefined {
  return item && Claim.parse(item).companyId;
}

export function companyPut(workspaceId: string, company: StoredCompany): Put {
  return {
    put: { ...companyKey(workspaceId, company.id), ...attributesOf(workspaceId, company) },
    if: { pk: 'absent' },
  };
}

/** Updates a company if it is unchanged since it was read; otherwise the commit throws StaleDecision. */
export function companyUpdate(
  workspaceId: string,
  before: StoredCompany,
  changes: Partial<StoredCompany>,
  now: number,
): Update {
  const attributes = (resource: StoredCompany) => attributesOf(workspaceId, resource);

  return {
    ...versionedUpdate(companyKey(workspaceId, before.id), before, changes, attributes, now),
    otherwise: () => new StaleDecision('the company was changed concurrently'),
  };
}

/** Without the counter, which only the publisher writes. */
function attributesOf(workspaceId: string, { contactCount: _, ...company }: StoredCompany) {
  return {
    ...presentAttributes(company),
    gsi1pk: `W#${workspaceId}#COMPANIES`,
    gsi1sk: company.id,
    gsi2pk: nameIndex(workspaceId),
    gsi2sk: `${nameSortText(company.name)}#${company.id}`,
  };
}

/** A condition of a transaction: the company exists. */
export function companyExistsCheck(workspaceId: string, companyId: string, otherwise: () => Error): Check {
  return { check: companyKey(workspaceId, companyId), if: { pk: 'present' }, otherwise };
}

const CompanyItem = z.object({ ...Company.shape, version: z.int() });

export function toStoredCompany(item: Item): StoredCompany {
  return CompanyItem.parse(item);
}
