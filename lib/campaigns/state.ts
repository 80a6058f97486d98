import type { CampaignStatus } from '#lib/campaigns/definition/settings.ts';

/** What an action does to a campaign of each status. */
type Rule =
  | { readonly kind: 'moves'; readonly to: CampaignStatus }
  /** It is there already: 200, and no event. */
  | { readonly kind: 'stays' }
  | { readonly kind: 'refused'; readonly message: string }
  /** Only when there is something left to do. */
  | { readonly kind: 'moves_if_unfinished'; readonly to: CampaignStatus };

const moves = (to: CampaignStatus): Rule => ({ kind: 'moves', to });
const stays: Rule = { kind: 'stays' };
const refused = (status: CampaignStatus): Rule => ({
  kind: 'refused',
  message: `the campaign is ${status}`,
});

/**
 * What callers may do to a campaign in each state. Deletion is possible in all of them; `completed` is reached from
 * `active` alone, by the dispatcher.
 */
const stateRules = {
  start: {
    draft: moves('active'),
    active: stays,
    paused: moves('active'),
    completed: { kind: 'moves_if_unfinished', to: 'active' },
  },
  pause: {
    draft: refused('draft'),
    active: moves('paused'),
    paused: stays,
    completed: refused('completed'),
  },
} as const satisfies Record<string, Record<CampaignStatus, Rule>>;

export type CampaignAction = keyof typeof stateRules;

export function ruleOf(action: CampaignAction, status: CampaignStatus): Rule {
  return stateRules[action][status];
}
