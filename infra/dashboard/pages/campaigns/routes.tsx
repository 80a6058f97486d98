import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choice, eventTypes, flag, searchParams, text, time } from '../../api/search-params.ts';
import { layoutRoute } from '../../components/page/layout-route.tsx';
import { executionStatuses, waitingReasons } from '../execution-texts.ts';
import { editorRoutes } from './editor/routes.tsx';

const campaignListRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/campaigns',
  validateSearch: searchParams({
    search: text(200),
    status: choice('draft', 'active', 'paused', 'completed'),
    tag: text(),
  }),
  component: lazyRouteComponent(() => import('./list/campaign-list.tsx'), 'CampaignList'),
  staticData: { title: 'Campaigns' },
});

/** The frame of all tabs of a campaign. */
const campaignRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/campaigns/$campaignId',
  component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
  staticData: { title: 'Campaign' },
});

const overviewRoute = createRoute({
  getParentRoute: () => campaignRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./overview/overview.tsx'), 'Overview'),
});

const recipientsRoute = createRoute({
  getParentRoute: () => campaignRoute,
  path: '/recipients',
  validateSearch: searchParams({
    status: choice(...executionStatuses),
    nextStepId: text(),
    waitingFor: choice(...waitingReasons),
  }),
  component: lazyRouteComponent(() => import('./recipients/recipients.tsx'), 'Recipients'),
  staticData: { title: 'Recipients' },
});

const statisticsRoute = createRoute({
  getParentRoute: () => campaignRoute,
  path: '/statistics',
  validateSearch: searchParams({
    groupBy: choice('step', 'variant', 'account'),
    period: choice('7', '30', '90'),
  }),
  component: lazyRouteComponent(() => import('./statistics/statistics.tsx'), 'Statistics'),
  staticData: { title: 'Statistics' },
});

const planRoute = createRoute({
  getParentRoute: () => campaignRoute,
  path: '/plan',
  component: lazyRouteComponent(() => import('./plan/plan.tsx'), 'Plan'),
  staticData: { title: 'Sending plan' },
});

const activityRoute = createRoute({
  getParentRoute: () => campaignRoute,
  path: '/activity',
  validateSearch: searchParams({
    type: eventTypes,
    stepId: text(),
    variantId: text(),
    emailAccountId: text(),
    executionId: text(),
    after: time,
    includeBots: flag,
  }),
  component: lazyRouteComponent(() => import('./activity/activity.tsx'), 'Activity'),
  staticData: { title: 'Activity' },
});

export const campaignRoutes = [
  campaignListRoute,
  campaignRoute.addChildren([overviewRoute, recipientsRoute, statisticsRoute, planRoute, activityRoute]),
  ...editorRoutes,
] as const;
