import { suppressionJobs } from '#lib/blocklist/description.ts';
import { exportCleaner } from '#lib/bucket/bucket.ts';
import { bulkJobs } from '#lib/bulk-jobs/description.ts';
import { enrolmentJobs } from '#lib/campaigns/enrolment/description.ts';
import { importJobs } from '#lib/contacts/import/description.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { erasureJobs } from '#lib/erasures/description.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import { jobWorkers } from '#lib/jobs/workers.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { queueConsumer } from '#lib/runtime/consumer.ts';
import { replayJobs } from '#lib/webhooks/delivery/replay-job.ts';

export const handler = queueConsumer(
  jobWorkers.run,
  jobRunner([bulkJobs, enrolmentJobs, erasureJobs, importJobs, replayJobs, suppressionJobs]),
  {
    jobs: () => sqsQueue('jobs'),
    ticks: () => sqsQueue('ticks'),
    signer: kmsTokenSigner,
    cleaner: exportCleaner,
  },
);
