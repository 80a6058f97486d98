import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choice, flag, searchParams, text, time } from '../../api/search-params.ts';
import { layoutRoute } from '../../components/page/layout-route.tsx';

/** The parent of the threads: the list of replies stays visible beside a thread. */
const inboxRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/inbox',
  validateSearch: searchParams({
    search: text(),
    folder: choice('open', 'snoozed', 'done', 'all'),
    assigneeId: text(),
    isAssigned: flag,
    isRead: flag,
    isAutomatic: flag,
    label: text(50),
    campaignId: text(),
    emailAccountId: text(),
    contactId: text(),
    after: time,
    before: time,
  }),
  component: lazyRouteComponent(() => import('./inbox.tsx'), 'Inbox'),
  staticData: { title: 'Inbox' },
});

const threadRoute = createRoute({
  getParentRoute: () => inboxRoute,
  path: '/$replyId',
  component: lazyRouteComponent(() => import('./thread/thread.tsx'), 'Thread'),
  staticData: { title: 'Conversation' },
});

export const inboxRoutes = [inboxRoute.addChildren([threadRoute])] as const;
