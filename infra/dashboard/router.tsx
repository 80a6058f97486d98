import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './api/search-params.ts';
import { layoutRoute, rootRoute } from './components/page/layout-route.tsx';
import { activityRoutes } from './pages/activity/routes.tsx';
import { blocklistRoutes } from './pages/blocklist/routes.tsx';
import { campaignRoutes } from './pages/campaigns/routes.tsx';
import { companyRoutes } from './pages/companies/routes.tsx';
import { contactRoutes } from './pages/contacts/routes.tsx';
import { emailAccountRoutes } from './pages/email-accounts/routes.tsx';
import { inboxRoutes } from './pages/inbox/routes.tsx';
import { overviewRoutes } from './pages/overview/routes.tsx';
import { settingsRoutes } from './pages/settings/routes.tsx';
import { signInRoutes } from './pages/sign-in/routes.tsx';
import { webhookRoutes } from './pages/webhooks/routes.tsx';

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  layoutRoute.addChildren([
    ...overviewRoutes,
    ...campaignRoutes,
    ...contactRoutes,
    ...companyRoutes,
    ...inboxRoutes,
    ...emailAccountRoutes,
    ...blocklistRoutes,
    ...webhookRoutes,
    ...activityRoutes,
    ...settingsRoutes,
  ]),
]);

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    // Without a custom domain, the address of a deployed stage begins with the stage's name.
    basepath: import.meta.env.BASE_URL.replace(/\/$/, ''),
    context: { queryClient },
    defaultPreload: 'intent',
    // The queries have their own cache.
    defaultPreloadStaleTime: 0,
    parseSearch,
    stringifySearch,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }

  interface StaticDataRouteOption {
    /** Title of the page, in the browser's tab. */
    title?: string;
  }
}
