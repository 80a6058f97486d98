import type { Role } from '../../../api/session.ts';

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  member: 'Member',
  viewer: 'Viewer',
};

/** Options of a select field, each with the permissions of the role. */
export const roleOptions: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'viewer', label: 'Viewer: reads everything, changes nothing' },
  { value: 'member', label: 'Member: changes everything except settings' },
  { value: 'owner', label: 'Owner: also users, API keys and audit log' },
];
