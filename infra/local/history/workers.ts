import { runSuppressionJob } from '#lib/blocklist/apply.ts';
import type { SuppressionMessage } from '#lib/blocklist/workers.ts';
import { type DispatchServices, dispatchCampaign } from '#lib/campaigns/dispatch/dispatch.ts';
import { runJob } from '#lib/campaigns/enrolment/run-job.ts';
import type { DispatchMessage, JobMessage } from '#lib/campaigns/workers.ts';
import { runImport } from '#lib/contacts/import/run-import.ts';
import type { ImportMessage } from '#lib/contacts/workers.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import type { SendMessage } from '#lib/emails/workers.ts';
import type { DirectMessage } from '#lib/publishing/outbox-messages.ts';
import { type PublishServices, publish } from '#lib/publishing/publish.ts';
import type { Item } from '#lib/storage/table.ts';
import type { DeliveryMessage } from '#lib/webhooks/workers.ts';
import { deliver } from './deliver.ts';
import { sendAnswer, sendEmail } from './send.ts';
import type { World } from './world.ts';

export type WorkerServices = DispatchServices & SendServices & PublishServices;

export type Workers = ReturnType<typeof createWorkers>;

/** Handlers of queue messages, as in the deployed workers. Only mail servers and webhook receivers are simulated. */
export function createWorkers(world: World) {
  const { services } = world;

  return {
    dispatch: (message: DispatchMessage) => dispatchCampaign(services, message),
    runJob: (message: JobMessage) => runJob(services, message),
    async send(message: SendMessage | DirectMessage) {
      if ('answerId' in message) await sendAnswer(world, message);
      // Emails to the users of the workspace are not sent.
      if ('campaignId' in message) await sendEmail(world, message);
    },
    suppress: (message: SuppressionMessage) => runSuppressionJob(services, message),
    runImport: (message: ImportMessage) => runImport(services, message),
    deliver: (message: DeliveryMessage) => deliver(world, message),
    publish: (items: readonly Item[]) => publish(services, items),
  };
}
