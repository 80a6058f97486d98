import { requiredRole } from '#lib/http/contract.ts';
import { endpoints } from '#lib/operations.ts';
import { includesRole, Role } from '#lib/values/role.ts';
import { markdownTable } from '../markdown.ts';

const groups: Readonly<Record<string, string>> = {
  'api-keys': 'API keys',
  'audit-log': 'audit log',
  auth: 'own password and sessions',
  connect: 'connecting mailboxes',
  users: 'users and invitations',
};

const otherGroup = 'all other resources';

/** The permissions of each role by group of operations, as a Markdown table that is derived from the contracts. */
export const rolesTable = markdownTable(
  ['Operations', ...Role.options.map((role) => `\`${role}\``)],
  [...Object.values(groups), otherGroup].map((group) => [
    group,
    ...Role.options.map((role) => describePermission(group, role)),
  ]),
);

function describePermission(group: string, role: Role): string {
  const definitions = endpoints
    .filter(({ name }) => (groups[name.split('.')[0] ?? ''] ?? otherGroup) === group)
    .map(({ definition }) => definition)
    .filter(({ auth }) => auth === 'credential' || auth === 'session');
  const allowed = definitions.filter((definition) => includesRole(role, requiredRole(definition)));
  if (allowed.length === definitions.length) return 'all';
  if (allowed.length === 0) return 'none';
  // A cell lists at most three operations. Longer lists have only operations that read.
  if (allowed.length > 3) return 'read';

  return allowed.map(({ method, path }) => `\`${method} ${path}\``).join(', ');
}
