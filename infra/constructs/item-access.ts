import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Capability } from '#lib/runtime/capabilities.ts';
import { tableIndexes } from '#lib/storage/schema.ts';
import { itemKinds } from './item-kinds.ts';

type ItemKind = keyof typeof itemKinds;

interface ItemGrant {
  readonly actions: readonly string[];
  /** `general`: all kinds that are not restricted. */
  readonly kinds: readonly ItemKind[] | 'general';
}

const readActions = ['BatchGetItem', 'Query'];
/** A transaction requires the actions of its parts; it has no separate action. */
const writeActions = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'];

/** Kinds that need a separate capability: credentials, what can become one, sealed keys, and what only operators write. */
const restrictedReads: readonly ItemKind[] = ['logins', 'apiKeys', 'users', 'secrets', 'oauthClients'];
const restrictedWrites: readonly ItemKind[] = [
  ...restrictedReads,
  'apiKeyLists',
  'invitations',
  'callerWindows',
  'addressWindows',
  'workspaces',
  'sender',
];

const read = (...kinds: ItemKind[]): ItemGrant => ({ actions: readActions, kinds });
const write = (...kinds: ItemKind[]): ItemGrant => ({ actions: writeActions, kinds });
/** Writes without deletions. */
const change = (...kinds: ItemKind[]): ItemGrant => ({
  actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'],
  kinds,
});
const put = (...kinds: ItemKind[]): ItemGrant => ({ actions: ['PutItem'], kinds });
const update = (...kinds: ItemKind[]): ItemGrant => ({ actions: ['UpdateItem'], kinds });
const check = (...kinds: ItemKind[]): ItemGrant => ({ actions: ['ConditionCheckItem'], kinds });

/** The items of a visit: its contact with the execution and the events, and what an email is rebuilt from. */
const visits = [
  read('contacts', 'campaigns', 'accountList', 'accounts', 'companies', 'trackingDomains', 'priming'),
  change('contacts'),
  put('outbox'),
];

/** What each capability may do with items. Functions of other operations cannot write credentials. */
const grantsByCapability: Partial<Record<Capability, readonly ItemGrant[]>> = {
  'table:read': [{ actions: readActions, kinds: 'general' }],
  'table:write': [{ actions: [...readActions, ...writeActions], kinds: 'general' }],
  'requests:count': [update('addressWindows')],
  'callers:authenticate': [
    read('apiKeys', 'users', 'callerWindows'),
    update('callerWindows', 'addressWindows'),
  ],
  'sessions:open': [read('logins', 'users', 'callerWindows'), update('logins', 'users')],
  'logins:read': [read('logins')],
  'sessions:end': [read('users', 'callerWindows'), write('users')],
  'passwords:reset': [read('logins', 'users'), update('logins', 'users')],
  'users:write': [read('logins', 'users', 'callerWindows'), write('logins', 'users', 'userCounts')],
  'api-keys:write': [read('apiKeys'), write('apiKeys', 'apiKeyLists')],
  'authority:check': [check('apiKeys', 'users')],
  'audit-log:write': [put('auditLog')],
  'oauth-clients:read': [read('oauthClients')],
  'invitations:write': [read('invitations'), write('invitations')],
  'secrets:open': [read('secrets')],
  'secrets:seal': [read('secrets', 'oauthClients'), put('secrets')],
  'visits:record': visits,
  'visits:unsubscribe': [
    ...visits,
    read('addresses', 'blocklist', 'erasedAddresses', 'shortLinks'),
    change('addresses', 'blocklist', 'erasedAddresses'),
  ],
};

/**
 * The permissions on items that result from `needs`. Each action has one statement with all its kinds, because a request that
 * reads several items needs one statement that covers all of them.
 */
export function grantItems(needs: readonly Capability[], table: ITable): PolicyStatement[] {
  const grants = needs.flatMap((need) => grantsByCapability[need] ?? []);
  const actionsByScope = Map.groupBy([...readActions, ...writeActions], (action) =>
    JSON.stringify(scopeOf(action, grants)),
  );

  return [...actionsByScope].flatMap(([scope, actions]) => {
    const { isGeneral, patterns }: ItemScope = JSON.parse(scope);
    if (!isGeneral && patterns.length === 0) return [];
    const operator = isGeneral ? 'StringNotLike' : 'StringLike';
    const indexes = tableIndexes.map(({ name }) => `${table.tableArn}/index/${name}`);

    return new PolicyStatement({
      actions: actions.map((action) => `dynamodb:${action}`),
      // Credentials are in no index, except the keys of logins.
      resources: [table.tableArn, ...(isGeneral && actions.includes('Query') ? indexes : [])],
      ...(patterns.length > 0 && {
        conditions: { [`ForAllValues:${operator}`]: { 'dynamodb:LeadingKeys': patterns } },
      }),
    });
  });
}

/** Patterns of the permitted kinds; if `isGeneral`, of the kinds that are not permitted. */
interface ItemScope {
  readonly isGeneral: boolean;
  readonly patterns: readonly string[];
}

function scopeOf(action: string, grants: readonly ItemGrant[]): ItemScope {
  const kindsOfGrants = grants.filter(({ actions }) => actions.includes(action)).map(({ kinds }) => kinds);
  const isGeneral = kindsOfGrants.includes('general');
  const permitted = new Set(kindsOfGrants.flatMap((kinds) => (kinds === 'general' ? [] : kinds)));
  const restricted = readActions.includes(action) ? restrictedReads : restrictedWrites;
  const kinds = isGeneral ? restricted.filter((kind) => !permitted.has(kind)) : [...permitted].sort();

  return { isGeneral, patterns: kinds.map((kind) => itemKinds[kind]) };
}
