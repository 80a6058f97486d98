import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { choice, eventTypes, flag, searchParams, text, time } from '../../api/search-params.ts';
import { layoutRoute } from '../../components/page/layout-route.tsx';
import { executionStatuses } from '../execution-texts.ts';

const executionStatus = choice(...executionStatuses);

const contactListRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/contacts',
  validateSearch: searchParams({
    search: text(),
    status: choice('active', 'unsubscribed', 'bounced', 'blocklisted'),
    tag: text(50),
    companyId: text(),
    campaignId: text(),
    executionStatus,
    importId: text(),
    importResult: choice('created', 'updated', 'skipped'),
    customFieldName: text(50),
    customFieldValue: text(1000),
    lastContactedAfter: time,
    lastContactedBefore: time,
    createdAfter: time,
    createdBefore: time,
    sort: choice('createdAt', 'email'),
  }),
  component: lazyRouteComponent(() => import('./contact-list.tsx'), 'ContactList'),
  staticData: { title: 'Contacts' },
});

const contactRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/contacts/$contactId',
  validateSearch: searchParams({ type: eventTypes, includeBots: flag }),
  component: lazyRouteComponent(() => import('./contact-detail.tsx'), 'ContactDetail'),
  staticData: { title: 'Contact' },
});

const importRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/contacts/import',
  component: lazyRouteComponent(() => import('./import/import-page.tsx'), 'ImportPage'),
  staticData: { title: 'Import contacts' },
});

const importListRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/contacts/imports',
  component: lazyRouteComponent(() => import('./import/import-list.tsx'), 'ImportList'),
  staticData: { title: 'Imports' },
});

const importReportRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/contacts/imports/$importId',
  validateSearch: searchParams({ field: text(), search: text() }),
  component: lazyRouteComponent(() => import('./import/import-report.tsx'), 'ImportReportPage'),
  staticData: { title: 'Import' },
});

const bulkJobListRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/contacts/bulk-jobs',
  component: lazyRouteComponent(() => import('./bulk/bulk-job-list.tsx'), 'BulkJobList'),
  staticData: { title: 'Bulk jobs' },
});

const bulkJobRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/contacts/bulk-jobs/$jobId',
  validateSearch: searchParams({ outcome: choice('changed', 'unchanged', 'skipped', 'failed') }),
  component: lazyRouteComponent(() => import('./bulk/bulk-job.tsx'), 'BulkJobPage'),
  staticData: { title: 'Bulk job' },
});

const exportListRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/contacts/exports',
  component: lazyRouteComponent(() => import('./exports/export-list.tsx'), 'ExportList'),
  staticData: { title: 'Exports' },
});

export const contactRoutes = [
  contactListRoute,
  contactRoute,
  importRoute,
  importListRoute,
  importReportRoute,
  bulkJobListRoute,
  bulkJobRoute,
  exportListRoute,
] as const;
