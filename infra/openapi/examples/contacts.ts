import { contactFields } from '#lib/contacts/contact-fields.ts';
import { recordOf } from '#lib/values/record-of.ts';
import { createdNow, type DomainExamples, exampleTime, timeAfter } from './base.ts';
import { contactedAt } from './recipients.ts';

/** Details that the sample request omits. */
const noDetails = {
  ...recordOf(
    contactFields.filter((name) => name !== 'email'),
    () => null,
  ),
  timezone: null,
  externalId: null,
  companyId: null,
};

const contact = {
  status: 'active',
  source: 'api',
  lastContactedAt: contactedAt,
  lastRepliedAt: null,
  unsubscribedAt: null,
  bouncedAt: null,
};

const company = {
  name: 'Acme',
  domain: 'acme.com',
  website: 'https://acme.com',
  industry: 'Engines',
  employeeCount: 120,
  country: 'DE',
  city: 'Berlin',
  linkedinUrl: 'https://www.linkedin.com/company/acme',
  phone: '+49 30 5550100',
  description: 'Met at the spring fair',
};

const newCompany = {
  website: null,
  city: null,
  linkedinUrl: null,
  phone: null,
  description: null,
  externalId: null,
  tags: [],
  customFields: {},
  contactCount: 0,
  ...createdNow,
};

const blocklistEntry = {
  value: 'ann@acme.com',
  type: 'email',
  reason: 'manual',
  note: 'asked by phone',
  campaignId: null,
  executionId: null,
  contactCount: 1,
};

/** The file of the sample request has two rows. */
const completedImport = {
  status: 'completed',
  statusReason: null,
  rowsInFile: 2,
  total: 2,
  created: 2,
  updated: 0,
  skipped: 0,
  duplicatesInFile: 0,
  failed: 0,
  enrolled: 0,
  notEnrolled: [],
  notEnrolledTruncated: false,
  errors: [],
  errorsTruncated: false,
};

export const contactExamples: DomainExamples = {
  components: {
    Contact: contact,
    ListedContact: contact,
    EnrolledContact: contact,
    ContactEnrolment: { enrolled: 0, notEnrolled: [] },
    Company: company,
    BlocklistEntry: blocklistEntry,
    ContactView: {
      name: 'Gold leads',
      filter: { tag: 'lead', customFieldName: 'plan', customFieldValue: 'gold' },
    },
    Snippet: {
      name: 'Suggest a call',
      text: 'Hi {{firstName | default: "there"}}, shall we talk on Thursday?',
    },
    ImportReport: completedImport,
    Erasure: { status: 'completed', requestedAt: timeAfter({ minutes: -15 }), completedAt: exampleTime },
  },
  responses: {
    // The sample requests name no campaigns.
    'contacts.create 201': { ...noDetails, lastContactedAt: null, ...createdNow, enrolment: undefined },
    'contacts.upsert 201': {
      ...noDetails,
      externalId: 'crm-4711',
      lastContactedAt: null,
      ...createdNow,
      enrolment: undefined,
    },
    'contacts.upsert 200': { updatedAt: exampleTime, enrolment: undefined },
    'contacts.update 200': { updatedAt: exampleTime, enrolment: undefined },
    'contacts.list 200': { execution: undefined },
    'companies.create 201': newCompany,
    'companies.upsert 201': { ...newCompany, externalId: 'crm-815' },
    'contact-views.create 201': { createdAt: exampleTime },
    'snippets.create 201': createdNow,
    'blocklist.create 201': createdNow,
    'blocklist.import 202': { status: 'running', rowsInFile: 5000, total: 0, created: 0 },
    'contacts.import 202': { status: 'running', rowsInFile: 5000, total: 0, created: 0 },
    'erasures.create 202': { status: 'running', requestedAt: exampleTime, completedAt: null },
  },
};
