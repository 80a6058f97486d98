import type { Role } from '../../../api/session.ts';

export const roleLabels: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  member: 'Member',
  viewer: 'Viewer',
};

/** For a select field, with what each role allows. */
export const roleOptions: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'viewer', label: 'Viewer: reads everything, changes nothing' },
  { value: 'member', label: 'Member: changes everything except settings' },
  { value: 'owner', label: 'Owner: also users, API keys and audit log' },
];
