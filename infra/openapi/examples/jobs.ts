import { type DomainExamples, exampleTime, timeAfter } from './base.ts';

const filter = { tag: 'lead', status: 'active' };

const completedJob = {
  action: 'add_tags',
  filter,
  fields: null,
  tags: ['spring'],
  campaignId: null,
  status: 'completed',
  statusReason: null,
  contacts: 120,
  processed: 120,
  changed: 117,
  unchanged: 3,
  skipped: 0,
  failed: 0,
  createdAt: timeAfter({ minutes: -10 }),
  startedAt: timeAfter({ minutes: -9 }),
  endedAt: timeAfter({ minutes: -8 }),
};

const queuedJob = {
  status: 'queued',
  contacts: null,
  processed: 0,
  changed: 0,
  unchanged: 0,
  createdAt: exampleTime,
  startedAt: null,
  endedAt: null,
};

/** The remaining contacts will be reported as skipped. */
const cancellingJob = { status: 'cancelling', processed: 40, changed: 39, unchanged: 1, endedAt: null };

const completedExport = {
  type: 'contacts',
  format: 'csv',
  campaignId: null,
  filter,
  customFields: ['plan'],
  status: 'completed',
  statusReason: null,
  rows: 120,
  bytes: 24_000,
  createdAt: timeAfter({ minutes: -10 }),
  endedAt: timeAfter({ minutes: -9 }),
  expiresAt: timeAfter({ days: 7, minutes: -9 }),
};

const queuedExport = {
  status: 'queued',
  rows: 0,
  bytes: 0,
  createdAt: exampleTime,
  endedAt: null,
  expiresAt: null,
};

export const jobExamples: DomainExamples = {
  components: {
    BulkJob: completedJob,
    BulkJobItem: {
      outcome: 'changed',
      reason: null,
      message: null,
      contact: { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' },
    },
    ExportSummary: completedExport,
    Export: completedExport,
  },
  responses: {
    'bulk-jobs.create 202': queuedJob,
    'bulk-jobs.cancel 200': cancellingJob,
    'exports.create 202': queuedExport,
  },
};
