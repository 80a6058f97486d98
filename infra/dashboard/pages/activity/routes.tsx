import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { eventTypes, flag, searchParams, text, time } from '../../api/search-params.ts';
import { layoutRoute } from '../../components/page/layout-route.tsx';

const activityRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/activity',
  validateSearch: searchParams({
    type: eventTypes,
    campaignId: text(),
    contactId: text(),
    executionId: text(),
    emailAccountId: text(),
    after: time,
    before: time,
    includeBots: flag,
  }),
  component: lazyRouteComponent(() => import('./activity.tsx'), 'Activity'),
  staticData: { title: 'Activity' },
});

export const activityRoutes = [activityRoute] as const;
