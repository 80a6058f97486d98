import { Credentials } from '#lib/auth/user.ts';
import { BlockedValue } from '#lib/blocklist/entry.ts';
import { NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import { Domain, NewCompany } from '#lib/companies/company.ts';
import { NewContact } from '#lib/contacts/contact.ts';
import { ContactQuery } from '#lib/contacts/list-filters.ts';
import { CompanyName, comparableCompanyName, nameSortText } from '#lib/values/company-name.ts';
import { EmailAddress, isEmailAddress, normaliseDomain, normaliseEmail } from '#lib/values/email-address.ts';
import { Country, CustomFields, Tags, WebAddress } from '#lib/values/profile.ts';
import { TimeZone } from '#lib/values/time-zone.ts';
import type { Parser } from './measure.ts';

const address = 'first.last@mail.example.com';

/** Parsers of contacts, companies and users in requests and files. */
export const valueParsers: readonly Parser[] = [
  { name: 'EmailAddress', sample: address, run: (text) => EmailAddress.safeParse(text) },
  { name: 'isEmailAddress', sample: address, run: isEmailAddress },
  { name: 'normaliseEmail', sample: address, run: normaliseEmail },
  { name: 'normaliseDomain', sample: 'mail.bücher.example', run: normaliseDomain },
  { name: 'company Domain', sample: 'acme.example', run: (text) => Domain.safeParse(text) },
  { name: 'BlockedValue', sample: '*.acme.example', run: (text) => BlockedValue.safeParse(text) },
  {
    name: 'login Credentials',
    sample: address,
    run: (text) => Credentials.safeParse({ email: text, password: text }),
  },
  { name: 'CompanyName', sample: 'Société Générale', run: (text) => CompanyName.safeParse(text) },
  {
    name: 'forms of a company name',
    sample: 'Société Générale',
    // The limit of `CompanyName`.
    limit: 200,
    run: (text) => [comparableCompanyName(text), nameSortText(text)],
  },
  { name: 'Tags', sample: 'customer', run: (text) => Tags.safeParse([text, ...text.slice(0, 100_000)]) },
  {
    name: 'WebAddress',
    sample: 'https://www.example.com/about?x=1#y',
    run: (text) => WebAddress.safeParse(text),
  },
  { name: 'Country', sample: 'de', run: (text) => Country.safeParse(text) },
  {
    name: 'CustomFields',
    sample: 'plan_2',
    run: (text) => CustomFields.safeParse({ [text]: text, plan: text }),
  },
  { name: 'TimeZone', sample: 'America/Argentina/Buenos_Aires', run: (text) => TimeZone.safeParse(text) },
  {
    name: 'NewContact, every field',
    sample: 'a@b.example',
    run: (text) =>
      NewContact.safeParse(
        Object.fromEntries(
          Object.keys(NewContact.shape).map((name) => [name, name === 'tags' ? [text] : text]),
        ),
        { reportInput: true },
      ),
  },
  {
    name: 'NewCompany, every field',
    sample: 'acme.example',
    run: (text) =>
      NewCompany.safeParse(Object.fromEntries(Object.keys(NewCompany.shape).map((name) => [name, text])), {
        reportInput: true,
      }),
  },
  {
    name: 'NewCampaign, every text',
    sample: 'Hello {{firstName}}',
    run: (text) =>
      NewCampaign.safeParse({
        name: text,
        emailAccountIds: [text],
        contactIds: [text],
        steps: [{ variants: [{ subject: text, bodyText: text, bodyHtml: text }] }],
        schedule: { timezone: text, windows: [{ days: [text], from: text, to: text }] },
      }),
  },
  {
    name: 'filters of a contact list',
    sample: '2030-01-02T03:04:05.678+01:00',
    run: (text) =>
      ContactQuery.safeParse({
        search: text,
        email: text,
        createdAfter: text,
        tag: text,
        cursor: text,
        limit: text,
      }),
  },
];
