import type { Company } from './people.ts';
import type { World } from './world.ts';

/** The state that the parts of the story share. */
export interface Story {
  readonly world: World;
  readonly companies: readonly [Company, ...Company[]];
  /** Addresses that already belong to a person. */
  readonly usedAddresses: Set<string>;
  /** Ids of the connected accounts, by their names in the story. */
  readonly accounts: Map<AccountName, string>;
  /** Schedules an action on a day of the history, zero-based, or on the following Monday; the hour is in UTC. */
  on(day: number, hour: number, action: () => Promise<void>): void;
}

export type AccountName = 'mara' | 'jonas' | 'events' | 'partners';

/** Ids of the accounts with these names that are connected. */
export function accountIds({ accounts }: Story, ...names: readonly AccountName[]): string[] {
  return names.flatMap((name) => accounts.get(name) ?? []);
}
