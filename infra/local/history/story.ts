import { createCalendar } from './calendar.ts';
import { scheduleDailyWork } from './housekeeping.ts';
import { inventCompanies } from './people.ts';
import { planAccounts } from './story-accounts.ts';
import { planCampaigns } from './story-campaigns.ts';
import type { Story } from './story-type.ts';
import { planWorkspace } from './story-workspace.ts';
import type { World } from './world.ts';

const companyCount = 40;

/** Schedules everything that the users of the workspace do within the history. */
export function planStory(world: World): void {
  const { random, settings, timeline } = world;
  const { at } = createCalendar(settings.begin);
  const story: Story = {
    world,
    companies: inventCompanies(random, companyCount),
    usedAddresses: new Set(),
    accounts: new Map(),
    on: (day, hour, action) => timeline.add(at(day, hour), action),
  };
  planWorkspace(story);
  planAccounts(story);
  planCampaigns(story);
  scheduleDailyWork(world);
}
