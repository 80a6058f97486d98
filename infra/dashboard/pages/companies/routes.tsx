import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { searchParams, text } from '../../api/search-params.ts';
import { layoutRoute } from '../../components/page/layout-route.tsx';

const companiesRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/companies',
  validateSearch: searchParams({ search: text(200), domain: text(253) }),
  component: lazyRouteComponent(() => import('./company-list.tsx'), 'CompanyList'),
  staticData: { title: 'Companies' },
});

const companyRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/companies/$companyId',
  component: lazyRouteComponent(() => import('./company-detail.tsx'), 'CompanyDetail'),
  staticData: { title: 'Company' },
});

export const companyRoutes = [companiesRoute, companyRoute] as const;
