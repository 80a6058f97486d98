import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choice, searchParams, text, time } from '../../api/search-params.ts';
import { layoutRoute } from '../../components/page/layout-route.tsx';
import { resourceTypes } from './audit-log/resource-labels.ts';

/** The frame of all tabs. */
const settingsRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
  staticData: { title: 'Settings' },
});

const accountRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./account/account.tsx'), 'Account'),
});

const workspaceRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/workspace',
  component: lazyRouteComponent(() => import('./workspace/workspace.tsx'), 'Workspace'),
  staticData: { title: 'Workspace' },
});

const apiKeysRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/api-keys',
  component: lazyRouteComponent(() => import('./api-keys/api-keys.tsx'), 'ApiKeys'),
  staticData: { title: 'API keys' },
});

const usersRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/users',
  component: lazyRouteComponent(() => import('./users/users.tsx'), 'Users'),
  staticData: { title: 'Users' },
});

const snippetsRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/snippets',
  component: lazyRouteComponent(() => import('./snippets/snippets.tsx'), 'Snippets'),
  staticData: { title: 'Snippets' },
});

const auditLogRoute = createRoute({
  getParentRoute: () => settingsRoute,
  path: '/audit-log',
  validateSearch: searchParams({
    actorType: choice('api_key', 'user', 'operator'),
    actorId: text(40),
    operation: text(200),
    resourceType: choice(...resourceTypes),
    resourceId: text(40),
    after: time,
    before: time,
  }),
  component: lazyRouteComponent(() => import('./audit-log/audit-log.tsx'), 'AuditLog'),
  staticData: { title: 'Audit log' },
});

export const settingsRoutes = [
  settingsRoute.addChildren([
    accountRoute,
    workspaceRoute,
    snippetsRoute,
    apiKeysRoute,
    usersRoute,
    auditLogRoute,
  ]),
] as const;
