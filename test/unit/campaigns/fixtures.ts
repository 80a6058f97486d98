import { NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import { type CampaignItem, zeroCounters } from '#lib/campaigns/state/stored.ts';
import { newId } from '#lib/values/ids.ts';

/** An active campaign with one step and windows that never close. */
export function runningItem(changes: Partial<CampaignItem> = {}): CampaignItem {
  const {
    steps: _,
    contactIds: _ids,
    ...settings
  } = NewCampaign.parse({
    name: 'Spring',
    schedule: { windows: daily('00:00', '24:00') },
  });

  return {
    ...settings,
    id: newId('cmp', 0),
    status: 'active',
    pauseReason: null,
    threadReassignments: [],
    steps: [{ id: 'stp_1', parts: 1, delay: { value: 0, unit: 'days' }, businessDaysOnly: true }],
    winners: [],
    version: 1,
    startedAt: null,
    pausedAt: null,
    completedAt: null,
    createdAt: '',
    updatedAt: '',
    ...changes,
  };
}

export const tenContacts = { ...zeroCounters, contacts: 10 };

/** One window, every day. */
export function daily(from: string, to: string): CampaignItem['schedule']['windows'] {
  return [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from, to }];
}
