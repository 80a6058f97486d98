import type { AuditEntry } from '../queries.ts';

export type ResourceType = NonNullable<AuditEntry['resourceType']>;

export const resourceLabels: Readonly<Record<ResourceType, string>> = {
  email_account: 'Email account',
  bulk_job: 'Bulk job',
  blocklist_entry: 'Blocklist entry',
  campaign: 'Campaign',
  company: 'Company',
  contact: 'Contact',
  contact_view: 'Contact view',
  export: 'Export',
  import: 'Import',
  invitation: 'Invitation',
  api_key: 'API key',
  reply: 'Reply',
  session: 'Session',
  snippet: 'Snippet',
  user: 'User',
  webhook: 'Webhook',
  workspace: 'Workspace',
};

export const resourceTypes = Object.keys(resourceLabels) as ResourceType[];
