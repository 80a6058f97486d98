import type { LinkProps } from '@tanstack/react-router';
import {
  Activity,
  Ban,
  Building2,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Send,
  Settings,
  Users,
  Webhook,
} from 'lucide-react';

interface NavigationItem {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: LucideIcon;
}

export const navigation: readonly (readonly NavigationItem[])[] = [
  [
    { to: '/', label: 'Overview', icon: LayoutDashboard },
    { to: '/campaigns', label: 'Campaigns', icon: Send },
    { to: '/inbox', label: 'Inbox', icon: Inbox },
  ],
  [
    { to: '/contacts', label: 'Contacts', icon: Users },
    { to: '/companies', label: 'Companies', icon: Building2 },
    { to: '/blocklist', label: 'Blocklist', icon: Ban },
  ],
  [
    { to: '/email-accounts', label: 'Email accounts', icon: Mail },
    { to: '/webhooks', label: 'Webhooks', icon: Webhook },
    { to: '/activity', label: 'Activity', icon: Activity },
    { to: '/settings', label: 'Settings', icon: Settings },
  ],
];
