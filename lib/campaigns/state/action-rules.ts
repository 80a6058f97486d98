import type { CampaignStatus } from '#lib/campaigns/state/settings.ts';

/** Effect of an action on a campaign of a given status. */
type Rule =
  | { readonly kind: 'moves'; readonly to: CampaignStatus }
  /** The campaign already has the status: responds with 200, without an event. */
  | { readonly kind: 'stays' }
  | { readonly kind: 'refused'; readonly message: string }
  /** Moves only a campaign with unfinished work. */
  | { readonly kind: 'moves_if_unfinished'; readonly to: CampaignStatus };

const moves = (to: CampaignStatus): Rule => ({ kind: 'moves', to });
const stays: Rule = { kind: 'stays' };
const refused = (status: CampaignStatus): Rule => ({
  kind: 'refused',
  message: `the campaign is ${status}`,
});

/**
 * Effects of the API's actions by status. A campaign can be deleted in every status. Only the dispatcher completes a
 * campaign, and only an active one.
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
