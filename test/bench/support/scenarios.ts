import { measureAdmission } from '../scenarios/admission.ts';
import { measureCheckingHealth } from '../scenarios/checking-health.ts';
import { measureDelivering } from '../scenarios/delivering.ts';
import { measureAudience, measureEnrolling } from '../scenarios/enrolling.ts';
import { measureImporting } from '../scenarios/importing.ts';
import { measurePublishing } from '../scenarios/publishing.ts';
import { measureReading } from '../scenarios/reading.ts';
import { measureRollUps } from '../scenarios/rolling-up.ts';
import { measureSending } from '../scenarios/sending.ts';
import { measureSuppressing } from '../scenarios/suppressing.ts';
import { measureSweeping } from '../scenarios/sweeping.ts';
import { activitySubjects } from '../subjects/activity.ts';
import { apiKeySubjects } from '../subjects/api-keys.ts';
import { authSubjects } from '../subjects/auth.ts';
import { blocklistSubjects } from '../subjects/blocklist.ts';
import { campaignSubjects } from '../subjects/campaigns.ts';
import { companySubjects } from '../subjects/companies.ts';
import { connectSubjects } from '../subjects/connect.ts';
import { contactSubjects } from '../subjects/contacts.ts';
import { dashboardSubjects } from '../subjects/dashboard.ts';
import { docsSubjects } from '../subjects/docs.ts';
import { emailAccountSubjects } from '../subjects/email-accounts.ts';
import { healthSubjects } from '../subjects/health.ts';
import { trackingSubjects } from '../subjects/tracking.ts';
import { webhookSubjects } from '../subjects/webhooks.ts';
import { endpointScenario } from './endpoint-scenario.ts';
import type { Scenario } from './figures.ts';

const subjects = [
  ...activitySubjects,
  ...apiKeySubjects,
  ...authSubjects,
  ...blocklistSubjects,
  ...campaignSubjects,
  ...companySubjects,
  ...connectSubjects,
  ...contactSubjects,
  ...healthSubjects,
  ...docsSubjects,
  ...emailAccountSubjects,
  ...dashboardSubjects,
  ...trackingSubjects,
  ...webhookSubjects,
];

export const scenarios: readonly Scenario[] = [
  // First, while no item exists that could be late.
  measureSweeping,
  // Before other days need a roll-up.
  measureRollUps,
  measureCheckingHealth,
  ...subjects.map(endpointScenario),
  measureAdmission,
  measureImporting,
  measureEnrolling,
  measureAudience,
  measureSuppressing,
  measureSending,
  measureReading,
  measurePublishing,
  measureDelivering,
];
