import { createRoute } from '@tanstack/react-router';
import { choice, date, searchParams } from '../../api/search-params.ts';
import { layoutRoute } from '../../components/page/layout-route.tsx';
import { Overview } from './overview.tsx';

const overviewRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/',
  validateSearch: searchParams({ period: choice('7', '90', '365', 'dates'), from: date, to: date }),
  // A part of the first load, because most visits start here.
  component: Overview,
  staticData: { title: 'Overview' },
});

export const overviewRoutes = [overviewRoute] as const;
