import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choice, searchParams, text } from '../../../api/search-params.ts';
import { layoutRoute } from '../../../components/page/layout-route.tsx';
import { sectionIds } from './section-ids.ts';

const newCampaignRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/campaigns/new',
  validateSearch: searchParams({ copyOf: text() }),
  component: lazyRouteComponent(() => import('./new-campaign.tsx'), 'NewCampaign'),
  staticData: { title: 'New campaign' },
});

const editorRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/campaigns/$campaignId/edit',
  validateSearch: searchParams({ section: choice(...sectionIds), enrolmentJob: text() }),
  component: lazyRouteComponent(() => import('./editor-page.tsx'), 'EditorPage'),
  staticData: { title: 'Edit campaign' },
});

export const editorRoutes = [newCampaignRoute, editorRoute] as const;
