import { runSuppressionJob } from '#lib/blocklist/apply.ts';
import { type DispatchServices, dispatchCampaign } from '#lib/campaigns/dispatch/dispatch.ts';
import { runJob } from '#lib/campaigns/enrolment/run-job.ts';
import { runImport } from '#lib/contacts/import/run-import.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import { type PublishServices, publish } from '#lib/publishing/publish.ts';
import type { Item } from '#lib/storage/table.ts';
import type {
  DeliveryMessage,
  DispatchMessage,
  ImportMessage,
  JobMessage,
  QueueMessage,
  SuppressionMessage,
} from '#lib/values/queues.ts';
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
    async send(message: QueueMessage<'sends'>) {
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
