import { Outlet, useMatchRoute } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useCan } from '../../api/session.ts';
import { Page } from '../../components/page/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { LinkTabs } from '../../components/tabs.tsx';

type Tabs = ComponentProps<typeof LinkTabs>['tabs'];

const ownerTabs: Tabs = [
  { label: 'Your account', to: '/settings' },
  { label: 'Workspace', to: '/settings/workspace' },
  { label: 'Snippets', to: '/settings/snippets' },
  { label: 'API keys', to: '/settings/api-keys' },
  { label: 'Users', to: '/settings/users' },
  {
    label: 'Audit log',
    to: '/settings/audit-log',
    // The filters of the list are in the address.
    activeOptions: { includeSearch: false },
  },
];
const tabs: Tabs = [
  { label: 'Your account', to: '/settings' },
  { label: 'Workspace', to: '/settings/workspace' },
  { label: 'Snippets', to: '/settings/snippets' },
  { label: 'Users', to: '/settings/users' },
];

export function SettingsPage() {
  const isOwner = useCan('owner');
  const match = useMatchRoute();
  // These tabs have tables, which fill the window.
  const isFilled = (['/settings/snippets', '/settings/api-keys', '/settings/audit-log'] as const).some((to) =>
    match({ to }),
  );

  return (
    <Page title="Settings" isFilled={isFilled}>
      <LinkTabs label="Settings" tabs={isOwner ? ownerTabs : tabs} />
      <Outlet />
    </Page>
  );
}

/** The content of a tab that only owners may read. */
export function OwnersOnly({ children }: { readonly children: ReactNode }) {
  if (useCan('owner')) return children;

  return (
    <EmptyState title="Only owners can see this" icon={<ShieldAlert />}>
      Ask an owner of the workspace to change your role.
    </EmptyState>
  );
}
