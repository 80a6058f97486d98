import * as z from 'zod/mini';
import type { ApiClient } from '../demo/api-client.ts';
import type { ReadyReport } from '../ready-report.ts';
import { inventFile } from './people.ts';
import type { Random } from './random.ts';
import { emails, subjects } from './texts.ts';

export interface Story {
  readonly api: ApiClient;
  readonly report: ReadyReport;
  readonly random: Random;
  readonly receiverUrl: string;
  /** Ids of the connected mailboxes, by the names of their senders. */
  readonly accounts: Map<string, string>;
}

export type Action = (story: Story) => Promise<void>;

/** The part of a response that an action needs. */
export const Created = z.object({ id: z.string() });

interface CampaignPlan {
  readonly name: string;
  readonly steps: readonly object[];
  /** Default: the main senders. */
  readonly senders?: readonly string[];
}

const everyHour = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }];
/** Tuesdays and Thursdays. */
export const sendingDays: readonly number[] = [2, 4];
const schedule = {
  timezone: 'Europe/Berlin',
  windows: [{ days: ['tue', 'thu'], from: '08:30', to: '17:30' }],
};
const mainSenders = ['Mara Lindqvist', 'Jonas Weber', 'Priya Nair'];
export const senders = [...mainSenders, 'Northlight Events'];
export const step = (days: number, ...variants: readonly object[]) => ({
  variants,
  delay: { value: days, unit: 'days' },
});
export const first = { subject: subjects.first, bodyHtml: emails.first };
export const followUps = [step(3, { bodyHtml: emails.second }), step(5, { bodyHtml: emails.last })];
export const runningName = 'Spring offer';

export function runCampaign(
  plan: CampaignPlan & { readonly contacts: number; readonly list: string },
): Action {
  return async (story) => {
    const { api, random } = story;
    const id = await create(story, plan);
    const query = new URLSearchParams({ campaignId: id, tags: plan.list });
    const file = inventFile(random, plan.list, plan.contacts);
    await api.send('POST', `/contacts/import?${query}`, file, { 'content-type': 'text/csv' });
    await api.send('POST', `/campaigns/${id}/start`);
  };
}

export async function create(
  { api, accounts }: Story,
  { name, steps, senders = mainSenders }: CampaignPlan,
): Promise<string> {
  const emailAccountIds = senders.flatMap((sender) => accounts.get(sender) ?? []);
  const campaign = { name, emailAccountIds, steps, schedule, tags: ['meters'], dailyNewContactLimit: 12 };

  return Created.parse(await api.send('POST', '/campaigns', campaign)).id;
}

/** Extends the active campaign to nights and weekends, so that a running stack sends at any time. */
export async function extendSchedule({ api }: Story): Promise<void> {
  const campaigns = await api.readAll(z.object({ id: z.string(), name: z.string() }), '/campaigns');
  const { id } = campaigns.find(({ name }) => name === runningName) ?? {};
  await api.send('POST', `/campaigns/${id}/pause`);
  await api.send('PATCH', `/campaigns/${id}`, {
    schedule: { ...schedule, windows: everyHour },
    dailyNewContactLimit: 150,
  });
  await api.send('POST', `/campaigns/${id}/start`);
}
