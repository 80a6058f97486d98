import * as z from 'zod/mini';
import { Campaign, EnrolledCampaign } from '#lib/campaigns/campaign.ts';
import { Contact } from '#lib/contacts/contact.ts';
import { ImportReport } from '#lib/contacts/import-report.ts';
import type { ApiClient } from './api-client.ts';
import type { Receiver } from './receiver.ts';
import { gapSeconds } from './stack.ts';
import type { StackTime } from './stack-time.ts';

/** What the demo's webhook subscribes to. */
const events = ['campaign.started', 'email.sent', 'campaign.completed'];

export async function subscribe(api: ApiClient, receiver: Receiver): Promise<void> {
  const { secret } = await api.post(z.object({ secret: z.string() }), '/webhooks', {
    url: receiver.url,
    events,
  });
  receiver.trust(secret);
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
    steps: [
      {
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
  return api.post(Campaign, `/campaigns/${campaignId}/start`);
}

/** More steps than any run needs: an end for one that makes no progress. */
const stepsMax = 400;

/**
 * Lets time pass until the campaign is completed: never more than an account's gap at once while mails are due, for an
 * account sends one mail however long it was left alone.
 * @throws when the campaign does not end
 */
export async function passTime(
  {
    api,
    time,
    campaignId,
  }: { readonly api: ApiClient; readonly time: StackTime; readonly campaignId: string },
  look?: () => Promise<void>,
): Promise<void> {
  for (let steps = 0; steps < stepsMax; steps++) {
    await time.settle(['ticks', 'jobs', 'sends'], look);
    const { status } = await api.get(Campaign, `/campaigns/${campaignId}`);
    if (status === 'completed') return;
    await time.advance(gapSeconds * 1000);
  }
  throw new Error(`the campaign has not ended within ${stepsMax * gapSeconds} s`);
}
