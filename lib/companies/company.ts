import * as z from 'zod/mini';
import { CompanyName } from '#lib/values/company-name.ts';
import { normaliseDomain } from '#lib/values/email-address.ts';
import { Country, CustomFields, ExternalId, Tags, WebAddress, withDefaultNull } from '#lib/values/profile.ts';
import { CompanyId, Timestamp, trimmed, trimmedText } from '#lib/values/schemas.ts';

/** Normalised to lower case; international domains to ASCII. */
export const Domain = trimmed(
  253,
  z.refine((domain) => normaliseDomain(domain) !== undefined, 'must be a domain such as acme.com'),
  z.overwrite((domain) => normaliseDomain(domain) ?? domain),
);

/** Fields that null clears. They have default null in a new company and are optional in an update. */
const clearableFields = {
  domain: z.nullable(Domain),
  website: z.nullable(WebAddress),
  industry: z.nullable(trimmedText(100)),
  employeeCount: z.nullable(z.int().check(z.gte(0), z.lte(10_000_000))),
  country: z.nullable(Country),
  city: z.nullable(trimmedText(100)),
  linkedinUrl: z.nullable(WebAddress),
  phone: z.nullable(trimmedText(50)),
  description: z.nullable(trimmedText(2000)),
  externalId: z.nullable(ExternalId),
};

/** The body of a request that creates a company. */
export const NewCompany = z.strictObject({
  name: CompanyName,
  ...withDefaultNull(clearableFields),
  tags: z._default(Tags, []),
  customFields: z._default(CustomFields, {}),
});
export type NewCompany = z.infer<typeof NewCompany>;

/** The body of an update; null clears a field. */
export const CompanyPatch = z.strictObject({
  ...z.partial(z.object(clearableFields)).shape,
  name: z.optional(CompanyName),
  tags: z.optional(z.nullable(Tags)),
  customFields: z.optional(z.nullable(CustomFields)),
});
export type CompanyPatch = z.infer<typeof CompanyPatch>;

/** The body of a request that creates or updates a company. An update keeps absent fields. */
export const CompanyUpsert = z
  .strictObject({
    ...z.partial(z.object(clearableFields)).shape,
    name: CompanyName,
    tags: z.optional(Tags),
    customFields: z.optional(CustomFields),
  })
  .check(
    z.refine(({ externalId, domain }) => Boolean(externalId ?? domain), {
      path: ['externalId'],
      message: 'externalId or domain is required',
    }),
  );
export type CompanyUpsert = z.infer<typeof CompanyUpsert>;

export const Company = z.extend(NewCompany, {
  id: CompanyId,
  /** Eventually consistent. */
  contactCount: z._default(z.int(), 0),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Company = z.infer<typeof Company>;

export interface StoredCompany extends Company {
  /** Incremented by every API change, for optimistic locking. */
  readonly version: number;
}
