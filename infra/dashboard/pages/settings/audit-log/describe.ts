import type { LinkProps } from '@tanstack/react-router';
import { linkTo } from '../../links.ts';
import type { AuditEntry } from '../queries.ts';
import { type ResourceType, resourceLabels } from './resource-labels.ts';

const verbs: Readonly<Record<string, string>> = { POST: 'created', PATCH: 'changed', DELETE: 'deleted' };
/** The last part of an operation's path, after its object: “Campaign started”. */
const actions: Readonly<Record<string, string>> = {
  start: 'started',
  pause: 'paused',
  cancel: 'cancelled',
  answer: 'answered',
  enable: 'enabled',
  erase: 'erased',
  invitations: 'created',
  import: 'started',
  smtp: 'connected',
  callback: 'connected',
  winner: 'given a winner',
  recipients: 'changed: recipients',
  'rotate-secret': 'given a new secret',
  'revoke-previous': 'changed: the old secret is revoked',
  'password-reset': 'given a link to reset the password',
};

/** `PATCH /contacts/{id}` is “Contact changed”, `POST /campaigns/{id}/start` is “Campaign started”. */
export function describeOperation({ operation, resourceType }: AuditEntry): string {
  const [method = '', path = ''] = operation.split(' ');
  // A command of the operator: `admin` and its name.
  if (!path.startsWith('/')) return commandText(path);
  const segments = path.split('/').filter((segment) => segment !== '');
  const label = resourceType === null ? wordsOf(segments[0] ?? operation) : resourceLabels[resourceType];
  const isResourcePath = segments.length <= 1 || segments.at(-1)?.startsWith('{');
  if (isResourcePath) return `${label} ${verbs[method] ?? method.toLowerCase()}`;
  const action = segments.at(-1) ?? '';

  return actions[action] ? `${label} ${actions[action]}` : `${label}: ${wordsOf(action).toLowerCase()}`;
}

const commandVerbs: Readonly<Record<string, string>> = {
  create: 'created',
  connect: 'connected',
  remove: 'removed',
  set: 'set',
};

/** `create-api-key` is “API key created”. */
function commandText(command: string): string {
  const [verb = '', ...object] = command.split('-');
  const past = commandVerbs[verb];
  const label = object.join('_');
  const name = Object.hasOwn(resourceLabels, label)
    ? resourceLabels[label as ResourceType]
    : wordsOf(object.join('-'));

  return past === undefined ? wordsOf(command) : `${name} ${past}`;
}

const capitalise = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const wordsOf = (segment: string): string => capitalise(segment.replaceAll('-', ' '));

/** `steps[1].variants[0].bodyText` is “Email 2, variant 1, text”, `dailyLimit` is “Daily limit”. */
const fieldLabel = (path: string): string => capitalise(path.split('.').map(partLabel).join(', '));

const fieldLabels: Readonly<Record<string, string>> = {
  bodyText: 'text',
  bodyHtml: 'HTML',
  signatureHtml: 'signature',
  emailAccountIds: 'accounts',
  companyIds: 'companies',
  addContactIds: 'added contacts',
  removeContactIds: 'removed contacts',
  steps: 'emails',
};

function partLabel(part: string): string {
  const [, field = part, index] = /^(\w+)\[(\d+)\]$/u.exec(part) ?? [];
  const label = fieldLabels[field] ?? field.replaceAll(/[A-Z]/gu, (capital) => ` ${capital.toLowerCase()}`);

  return index === undefined ? label : `${label.replace(/s$/u, '')} ${Number(index) + 1}`;
}

/** Options of a request that change nothing by themselves. */
const unnamedFields: ReadonlySet<string> = new Set(['dryRun']);

export const fieldNames = (fields: readonly string[]): string =>
  fields
    .filter((field) => !unnamedFields.has(field))
    .map(fieldLabel)
    .join(', ');

const idPattern = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{10,}/u;

type Change = AuditEntry['changes'][number];

/** Such as “Name: Spring offer → Summer offer” and “Accounts: none → 1”. Undefined for a changed id. */
export function changeText({ field, from, to }: Change): string | undefined {
  if (/\bid$/u.test(field)) return undefined;
  const [older, newer] = [from, to].map(valueText);
  const label = fieldLabel(field);

  // Long values are cut, and can differ only after that.
  return older === undefined || newer === undefined || older === newer
    ? `${label} changed`
    : `${label}: ${older} → ${newer}`;
}

/** Ids are counted. Undefined for a value without a readable text: a list of objects, or more ids than the entry has. */
function valueText(value: string | null): string | undefined {
  if (value === null || value === '') return 'none';
  if (/^[[{]/u.test(value) || (idPattern.test(value) && value.endsWith('…'))) return undefined;

  return idPattern.test(value) ? String(value.split(', ').length) : value;
}

/** The page of an object; undefined if it has none. */
const pagePaths: Readonly<Record<ResourceType, (id: string) => string | undefined>> = {
  email_account: (id) => `/email-accounts/${id}`,
  bulk_job: () => undefined,
  blocklist_entry: () => '/blocklist',
  campaign: (id) => `/campaigns/${id}`,
  company: (id) => `/companies/${id}`,
  contact: (id) => `/contacts/${id}`,
  contact_view: () => '/contacts',
  export: () => '/contacts/exports',
  import: (id) => `/contacts/imports/${id}`,
  invitation: () => '/settings/users',
  api_key: () => '/settings/api-keys',
  reply: (id) => `/inbox/${id}`,
  session: () => '/settings',
  snippet: () => '/settings/snippets',
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
