import { workingTime } from '../calendar.ts';
import { scheduleDailyWork } from '../housekeeping.ts';
import type { World } from '../world.ts';
import { type Company, inventCompanies } from './people.ts';
import { type AccountName, planAccounts } from './story-accounts.ts';
import { planCampaigns } from './story-campaigns.ts';
import { planWorkspace } from './story-workspace.ts';

/** The state that the parts of the story share. */
export interface Story {
  readonly world: World;
  readonly companies: readonly Company[];
  /** Addresses that already belong to a person. */
  readonly usedAddresses: Set<string>;
  /** Ids of the connected accounts, by their names in the story. */
  readonly accounts: Map<AccountName, string>;
  /** Schedules an action on a zero-based day of the history, at an hour in UTC. A day of a weekend becomes the following Monday. */
  on(day: number, hour: number, action: () => Promise<void>): void;
}

const companyCount = 40;

/** Schedules everything that the users of the workspace do within the history. */
export function planStory(world: World): void {
  const { random, settings, timeline } = world;
  const story: Story = {
    world,
    companies: inventCompanies(random, companyCount),
    usedAddresses: new Set(),
    accounts: new Map(),
    on: (day, hour, action) => timeline.add(workingTime(settings.begin, day, hour), action),
  };
  planWorkspace(story);
  planAccounts(story);
  planCampaigns(story);
  scheduleDailyWork(world);
}
