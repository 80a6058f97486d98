import type { Change } from '#lib/commit/change.ts';
import type { Company, CompanyPatch, NewCompany, StoredCompany } from '#lib/companies/company.ts';
import {
  companyExternalIdKey,
  companyKey,
  companyPut,
  companyUpdate,
  domainClaimKey,
  nameClaimKey,
  toClaimingCompanyId,
  toStoredCompany,
} from '#lib/companies/items.ts';
import { nameClaimPut } from '#lib/companies/link.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { comparableCompanyName } from '#lib/values/company-name.ts';
import { newId, timestamp, timestampAfter } from '#lib/values/ids.ts';
import { notFound, valueTaken } from '#lib/values/problem.ts';
import { isSameValue } from '#lib/values/same-value.ts';
import { shownCount } from '#lib/values/shown-count.ts';

/**
 * Plans a new company. The same transaction claims its domain and its external id. It claims the name only if no other company has claimed it.
 * The commit throws Problem 422 if another company has one of them.
 */
export async function planCompany(
  { table, now }: Services,
  workspaceId: string,
  input: NewCompany,
): Promise<Change<Company>> {
  const createdAt = timestamp(now());
  const company: StoredCompany = {
    ...input,
    id: newId('com', now()),
    contactCount: 0,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  };
  const existingClaim = await table.get(nameClaimKey(workspaceId, input.name));

  return {
    writes: [
      companyPut(workspaceId, company),
      ...claimWrites(workspaceId, undefined, company),
      ...(existingClaim ? [] : [nameClaimPut(workspaceId, company)]),
    ],
    result: presentCompany(company),
  };
}

/** @throws Problem 404 */
export async function getCompany(
  { table }: Services,
  workspaceId: string,
  companyId: string,
): Promise<Company> {
  const item = await table.get(companyKey(workspaceId, companyId));
  if (!item) throw notFound();

  return presentCompany(toStoredCompany(item));
}

/** Applies a patch to a company. If the patch changes nothing, nothing is written. @throws Problem 404 */
export async function planCompanyUpdate(
  { table, now }: Services,
  workspaceId: string,
  companyId: string,
  patch: CompanyPatch,
): Promise<Change<Company>> {
  const item = await table.get(companyKey(workspaceId, companyId));
  if (!item) throw notFound();
  const before = toStoredCompany(item);
  const { tags, customFields, ...fields } = patch;
  const changes: Partial<StoredCompany> = {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(tags !== undefined && { tags: tags ?? [] }),
    ...(customFields !== undefined && { customFields: customFields ?? {} }),
  };
  const after: StoredCompany = { ...before, ...changes };
  // The endpoint's runtime compares it with `If-Match`.
  const { updatedAt: basedOn } = before;
  if (isSameValue(before, after)) return { writes: [], basedOn, result: presentCompany(before) };
  const changedAt = now();

  return {
    writes: [
      companyUpdate(workspaceId, before, changes, changedAt),
      ...claimWrites(workspaceId, before, after),
      ...(await nameChangeWrites(table, workspaceId, before, after)),
    ],
    basedOn,
    before,
    result: { ...presentCompany(after), updatedAt: timestampAfter(basedOn, changedAt) },
    // Publishing resumes executions that wait for a missing field of the company.
    changedCompanyIds: changesMergeFields(changes) ? [companyId] : [],
  };
}

/** Templates of campaigns may use every company field except tags, custom fields and the external id. */
function changesMergeFields({
  tags: _,
  customFields: __,
  externalId: ___,
  ...fields
}: Partial<StoredCompany>): boolean {
  return Object.keys(fields).length > 0;
}

const uniqueFields = { domain: domainClaimKey, externalId: companyExternalIdKey } as const;

/** Releases the claims of changed unique fields and claims their new values. @param before undefined for a new company */
function claimWrites(workspaceId: string, before: StoredCompany | undefined, after: StoredCompany): Write[] {
  return (['domain', 'externalId'] as const).flatMap((field): Write[] => {
    const [from, to, keyOf] = [before?.[field] ?? null, after[field], uniqueFields[field]];
    if (from === to) return [];
    const claim = (value: string): Write => ({
      put: { ...keyOf(workspaceId, value), companyId: after.id },
      if: { pk: 'absent' },
      // The existing claim contains the id of its company.
      otherwise: (found) => valueTaken(field, 'company', String(toClaimingCompanyId(found))),
    });

    return [
      ...(from === null ? [] : [{ delete: keyOf(workspaceId, from) }]),
      ...(to === null ? [] : [claim(to)]),
    ];
  });
}

/** Releases the claim of the old name if the company holds it, and claims the new name if it is free. */
async function nameChangeWrites(
  table: Services['table'],
  workspaceId: string,
  before: StoredCompany,
  after: StoredCompany,
): Promise<Write[]> {
  if (comparableCompanyName(before.name) === comparableCompanyName(after.name)) return [];
  const oldKey = nameClaimKey(workspaceId, before.name);
  const newKey = nameClaimKey(workspaceId, after.name);
  const [oldClaim, newClaim] = await Promise.all([table.get(oldKey), table.get(newKey)]);
  const releaseWrite: Write = {
    delete: oldKey,
    if: { companyId: { is: before.id } },
    otherwise: () => new StaleDecision('the name was released concurrently'),
  };

  return [
    ...(toClaimingCompanyId(oldClaim) === before.id ? [releaseWrite] : []),
    ...(newClaim ? [] : [nameClaimPut(workspaceId, after)]),
  ];
}

/** The company's representation in the API. */
export function presentCompany({ version: _, contactCount, ...company }: StoredCompany): Company {
  return { ...company, contactCount: shownCount(contactCount) };
}
