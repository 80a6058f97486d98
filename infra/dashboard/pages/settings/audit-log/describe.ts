import type { LinkProps } from '@tanstack/react-router';
import { linkTo } from '../../links.ts';
import type { AuditEntry } from '../queries.ts';

type ResourceType = NonNullable<AuditEntry['resourceType']>;

export const resourceLabels: Readonly<Record<ResourceType, string>> = {
  email_account: 'Email account',
  bulk_job: 'Bulk job',
  blocklist_entry: 'Blocklist entry',
  campaign: 'Campaign',
  company: 'Company',
  contact: 'Contact',
  export: 'Export',
  import: 'Import',
  invitation: 'Invitation',
  api_key: 'API key',
  reply: 'Reply',
  session: 'Session',
  user: 'User',
  webhook: 'Webhook',
  workspace: 'Workspace',
};

export const resourceTypes = Object.keys(resourceLabels) as ResourceType[];

const verbs: Readonly<Record<string, string>> = { POST: 'created', PATCH: 'changed', DELETE: 'deleted' };

/** `PATCH /contacts/{id}` is “Contact changed”, `POST /campaigns/{id}/start` is “Campaign: start”. */
export function describeOperation({ operation, resourceType }: AuditEntry): string {
  const [method = '', path = ''] = operation.split(' ');
  // A command of the operator: `admin` and its name.
  if (!path.startsWith('/')) return operation;
  const segments = path.split('/').filter((segment) => segment !== '');
  const label = resourceType === null ? segmentText(segments[0] ?? operation) : resourceLabels[resourceType];
  const isResourcePath = segments.length <= 1 || segments.at(-1)?.startsWith('{');
  if (isResourcePath) return `${label} ${verbs[method] ?? method.toLowerCase()}`;
  const action = segmentText(segments.at(-1) ?? '').toLowerCase();

  // `POST /users/invitations` creates an invitation.
  return `${label}: ${action === 'invitations' ? 'created' : action}`;
}

function segmentText(segment: string): string {
  const text = segment.replaceAll('-', ' ');

  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The page of an object; undefined if it has none. */
const pagePaths: Readonly<Record<ResourceType, (id: string) => string | undefined>> = {
  email_account: (id) => `/email-accounts/${id}`,
  bulk_job: () => undefined,
  blocklist_entry: () => '/blocklist',
  campaign: (id) => `/campaigns/${id}`,
  company: (id) => `/companies/${id}`,
  contact: (id) => `/contacts/${id}`,
  export: () => '/contacts/exports',
  import: (id) => `/contacts/imports/${id}`,
  invitation: () => '/settings/users',
  api_key: () => '/settings/api-keys',
  reply: (id) => `/inbox/${id}`,
  session: () => '/settings',
  user: () => '/settings/users',
  webhook: (id) => `/webhooks/${id}`,
  workspace: () => '/settings',
};

/** A deleted object has no page. */
export function objectLink({ operation, resourceType, resourceId }: AuditEntry): LinkProps | undefined {
  if (resourceType === null || resourceId === null || operation.startsWith('DELETE ')) return undefined;
  const page = pagePaths[resourceType]?.(resourceId);

  return page === undefined ? undefined : linkTo(page);
}
