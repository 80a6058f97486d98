import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choice, searchParams, text } from '../../api/search-params.ts';
import { layoutRoute } from '../../components/page/layout-route.tsx';

const accountListRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/email-accounts',
  validateSearch: searchParams({ status: choice('connected', 'paused', 'error', 'disconnected') }),
  component: lazyRouteComponent(() => import('./list/account-list.tsx'), 'AccountList'),
  staticData: { title: 'Email accounts' },
});

const connectRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/email-accounts/connect',
  /** `email` is the address of an account that the user connects again; `campaignId` of the campaign that needs an account. */
  validateSearch: searchParams({ email: text(254), campaignId: text(40) }),
  component: lazyRouteComponent(() => import('./connect/connect.tsx'), 'Connect'),
  staticData: { title: 'Connect an account' },
});

const accountRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/email-accounts/$accountId',
  component: lazyRouteComponent(() => import('./detail/account-detail.tsx'), 'AccountDetail'),
  staticData: { title: 'Email account' },
});

export const emailAccountRoutes = [accountListRoute, connectRoute, accountRoute] as const;
