import * as z from 'zod/mini';
import { Campaign, EnrolledCampaign, StartedCampaign } from '#lib/campaigns/definition/campaign.ts';
import { Contact } from '#lib/contacts/contact.ts';
import { ImportReport } from '#lib/contacts/import/report.ts';
import type { ApiClient } from './api-client.ts';
import type { Receiver } from './receiver.ts';
import { gapSeconds } from './stack.ts';
import type { StackTime } from './stack-time.ts';

const eventsDefault = ['campaign.started', 'email.sent', 'email.replied', 'campaign.completed'];

/** Creates a webhook for the receiver, and gives the receiver its secret. */
export async function subscribe(
  api: ApiClient,
  receiver: Receiver,
  events: readonly string[] = eventsDefault,
): Promise<void> {
  const { secret } = await api.post(z.object({ secret: z.string() }), '/webhooks', {
    url: receiver.url,
    events,
  });
  receiver.useSecret(secret);
}

export function importContacts(api: ApiClient, csv: string, idempotencyKey: string): Promise<ImportReport> {
  return api.post(ImportReport, '/contacts/import', csv, {
    'content-type': 'text/csv',
    'idempotency-key': idempotencyKey,
  });
}

export function listContacts(api: ApiClient): Promise<Contact[]> {
  return api.readAll(Contact, '/contacts');
}

export async function createCampaign(
  api: ApiClient,
  contactIds: readonly string[],
  emailAccountIds: readonly string[],
): Promise<string> {
  const { id } = await api.post(EnrolledCampaign, '/campaigns', {
    name: 'Spring',
    // Sends on every day: the default windows are closed on weekends.
    schedule: {
      windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
    },
    steps: [
      {
        businessDaysOnly: false,
        variants: [
          {
            subject: 'A question for {{firstName | default: "you"}} at {{custom.company | default: "work"}}',
            bodyText:
              'Hello {{firstName | default: "there"}},\n\nwhat is the weather like in {{city | default: "your city"}}?\n',
            bodyHtml:
              '<p>Hello {{firstName | default: "there"}},</p><p>what is the weather like in <b>{{city | default: "your city"}}</b>?</p>',
          },
        ],
      },
    ],
    emailAccountIds,
    contactIds,
  });

  return id;
}

export function startCampaign(api: ApiClient, campaignId: string): Promise<Campaign> {
  return api.post(StartedCampaign, `/campaigns/${campaignId}/start`);
}

/** More steps of the clock than any run needs: stops a run that makes no progress. */
const stepsMax = 400;
/** First and longest step of the clock while no email waits for its slot. Each step is twice as long as the one before. */
const idleStepMs = 60_000;
const idleStepMsMax = 6 * 3_600_000;

interface CampaignRun {
  readonly api: ApiClient;
  readonly time: StackTime;
  readonly campaignId: string;
}

/**
 * Moves the clock until the campaign is completed. While emails wait for their slots, a step is at most the account's gap,
 * because an account sends one email per gap and does not catch up. Otherwise the steps grow.
 * @param onPoll called often between steps; an error that it throws ends the function
 * @throws when the campaign does not end
 */
export async function advanceUntilCompleted(
  { api, time, campaignId }: CampaignRun,
  onPoll?: () => Promise<void>,
): Promise<void> {
  let idleMs = idleStepMs;
  for (let steps = 0; steps < stepsMax; steps++) {
    const { waiting } = await time.settle(['ticks', 'jobs', 'sends'], onPoll);
    const { status } = await api.get(Campaign, `/campaigns/${campaignId}`);
    if (status === 'completed') return;
    await time.advance(waiting > 0 ? gapSeconds * 1000 : idleMs);
    idleMs = waiting > 0 ? idleStepMs : Math.min(2 * idleMs, idleStepMsMax);
  }
  const { status, stats, sendingStatus } = await api.get(Campaign, `/campaigns/${campaignId}`);
  throw new Error(
    `not ended within ${stepsMax} steps of time: ${JSON.stringify({ status, stats, sendingStatus })}`,
  );
}
