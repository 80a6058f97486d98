import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choice, searchParams, text } from '../../api/search-params.ts';
import { layoutRoute } from '../../components/page/layout-route.tsx';

const blocklistRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/blocklist',
  validateSearch: searchParams({ value: text(256), type: choice('email', 'domain') }),
  component: lazyRouteComponent(() => import('./blocklist.tsx'), 'Blocklist'),
  staticData: { title: 'Blocklist' },
});

export const blocklistRoutes = [blocklistRoute] as const;
