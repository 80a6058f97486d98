import { measureAdmission } from '../scenarios/admission.ts';
import { measureChangingInBulk } from '../scenarios/changing-in-bulk.ts';
import { measureCheckingHealth } from '../scenarios/checking-health.ts';
import { measureDelivering } from '../scenarios/delivering.ts';
import { measureAudience, measureEnrolling } from '../scenarios/enrolling.ts';
import { measureErasing } from '../scenarios/erasing.ts';
import { measureExporting } from '../scenarios/exporting.ts';
import { measureImporting } from '../scenarios/importing.ts';
import { measurePublishing } from '../scenarios/publishing.ts';
import { measureReading } from '../scenarios/reading.ts';
import { measureSending } from '../scenarios/sending.ts';
import { measureSuppressing } from '../scenarios/suppressing.ts';
import { measureSweeping } from '../scenarios/sweeping.ts';
import { activitySubjects } from '../subjects/activity.ts';
import { apiKeySubjects } from '../subjects/api-keys.ts';
import { auditLogSubjects } from '../subjects/audit-log.ts';
import { authSubjects } from '../subjects/auth.ts';
import { blocklistSubjects } from '../subjects/blocklist.ts';
import { bulkJobSubjects } from '../subjects/bulk-jobs.ts';
import { campaignSubjects } from '../subjects/campaigns.ts';
import { companySubjects } from '../subjects/companies.ts';
import { connectSubjects } from '../subjects/connect.ts';
import { contactViewSubjects } from '../subjects/contact-views.ts';
import { contactSubjects } from '../subjects/contacts.ts';
import { dashboardSubjects } from '../subjects/dashboard.ts';
import { docsSubjects } from '../subjects/docs.ts';
import { emailAccountSubjects } from '../subjects/email-accounts.ts';
import { exportSubjects } from '../subjects/exports.ts';
import { healthSubjects } from '../subjects/health.ts';
import { mcpSubjects } from '../subjects/mcp.ts';
import { replySubjects } from '../subjects/replies.ts';
import { snippetSubjects } from '../subjects/snippets.ts';
import { trackingSubjects } from '../subjects/tracking.ts';
import { userSubjects } from '../subjects/users.ts';
import { webhookSubjects } from '../subjects/webhooks.ts';
import { endpointScenario } from './endpoint-scenario.ts';
import type { Scenario } from './figures.ts';

const subjects = [
  ...activitySubjects,
  ...apiKeySubjects,
  ...auditLogSubjects,
  ...authSubjects,
  ...blocklistSubjects,
  ...bulkJobSubjects,
  ...campaignSubjects,
  ...companySubjects,
  ...connectSubjects,
  ...contactSubjects,
  ...contactViewSubjects,
  ...snippetSubjects,
  ...exportSubjects,
  ...healthSubjects,
  ...docsSubjects,
  ...mcpSubjects,
  ...emailAccountSubjects,
  ...dashboardSubjects,
  ...replySubjects,
  ...trackingSubjects,
  ...userSubjects,
  ...webhookSubjects,
];

export const scenarios: readonly Scenario[] = [
  // First, while no item exists that could be late.
  measureSweeping,
  measureCheckingHealth,
  ...subjects.map(endpointScenario),
  measureAdmission,
  measureImporting,
  measureChangingInBulk,
  measureErasing,
  measureExporting,
  measureEnrolling,
  measureAudience,
  measureSuppressing,
  measureSending,
  measureReading,
  measurePublishing,
  measureDelivering,
];
