import { DeleteScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { PurgeQueueCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { queueNames } from '#lib/values/queues.ts';
import { advanceUntilCompleted, subscribe } from '../../infra/local/demo/campaign.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { isWholeTier } from '../support/tier.ts';
import { startedCampaign } from './support/campaign.ts';
import { type Journey, startJourney } from './support/journey.ts';
import { readCampaignRecipients } from './support/recipients.ts';

const contactsMax = 30;
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };

test.runIf(isWholeTier)(
  'a campaign completes although all its messages and its schedule are lost',
  {
    timeout: 180_000,
  },
  async () => {
    let isDown = true;
    const accepted = new Set<string>();
    const journey = await startJourney(({ id }) => {
      if (isDown) return 503;
      accepted.add(id);
      return 204;
    });
    const { api, time, receiver } = journey;
    await subscribe(api, receiver, ['email.sent']);
    const { campaignId, addresses } = await startedCampaign(journey, { contacts: contactsMax, accounts: 3 });
    // Deletes the enrolment job's message, unless a worker has already received it.
    await purgeQueues(journey);
    while ((await journey.countMails()) < 9) {
      await time.settle(['ticks', 'jobs', 'sends']);
      await time.advance(10_000);
    }
    // Now the first delivery attempts have failed, and the second ones wait in the queue.
    await time.settle(['ticks', 'jobs', 'sends', 'deliveries']);

    await purgeQueues(journey);
    await deleteSchedule(journey, campaignId);
    isDown = false;
    await advanceUntilCompleted({ api, time, campaignId });

    const recipients = await readCampaignRecipients(journey.report.mail.webUrl);
    expect(recipients.toSorted()).toEqual(addresses.toSorted());
    expect((await api.get(Campaign, `/campaigns/${campaignId}`)).stats).toMatchObject({
      completed: contactsMax,
      sent: contactsMax,
    });
    await waitUntil('every email.sent, even after the second attempt was lost', async () => {
      await time.advance(60_000);
      await time.settle(['deliveries']);
      return accepted.size === contactsMax;
    });
  },
);

async function purgeQueues({ report }: Journey): Promise<void> {
  const client = new SQSClient({ endpoint: report.endpoints.sqs, region: 'us-east-1', credentials });
  const urls = Object.entries(report.environment).filter(([name]) => name.endsWith('_QUEUE_URL'));
  for (const [, QueueUrl] of urls) await client.send(new PurgeQueueCommand({ QueueUrl }));
  client.destroy();
  expect(urls).toHaveLength(queueNames.length);
}

async function deleteSchedule({ report }: Journey, campaignId: string): Promise<void> {
  const client = new SchedulerClient({
    endpoint: report.endpoints.scheduler,
    region: 'us-east-1',
    credentials,
  });
  const GroupName = report.environment['SCHEDULE_GROUP_NAME'];
  await client.send(new DeleteScheduleCommand({ GroupName, Name: campaignId }));
  client.destroy();
}
