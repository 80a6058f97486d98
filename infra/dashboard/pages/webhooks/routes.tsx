import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choice, matching, searchParams, time } from '../../api/search-params.ts';
import { layoutRoute } from '../../components/page/layout-route.tsx';

const webhookListRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./list/webhook-list.tsx'), 'WebhookList'),
  staticData: { title: 'Webhooks' },
});

/** The frame of both tabs of a webhook. */
const webhookRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./webhook-page.tsx'), 'WebhookPage'),
  staticData: { title: 'Webhook' },
});

const deliveriesRoute = createRoute({
  getParentRoute: () => webhookRoute,
  path: '/',
  validateSearch: searchParams({
    status: choice('pending', 'delivered', 'exhausted', 'held'),
    statusCode: matching(/^([1-5]\d\d|[1-5]xx|none)$/u),
    createdAfter: time,
    createdBefore: time,
  }),
  component: lazyRouteComponent(() => import('./deliveries/deliveries.tsx'), 'Deliveries'),
});

const configurationRoute = createRoute({
  getParentRoute: () => webhookRoute,
  path: '/configuration',
  component: lazyRouteComponent(() => import('./configuration.tsx'), 'Configuration'),
  staticData: { title: 'Configuration' },
});

const deliveryRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/webhooks/$webhookId/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./deliveries/delivery-page.tsx'), 'DeliveryPage'),
  staticData: { title: 'Webhook delivery' },
});

export const webhookRoutes = [
  webhookListRoute,
  webhookRoute.addChildren([deliveriesRoute, configurationRoute]),
  deliveryRoute,
] as const;
