import type { EventKind } from '#lib/activity/event.ts';

/** Something that happened, before the commit gives it an id. */
export interface NewEvent {
  readonly type: EventKind;
  readonly campaignId?: string;
  readonly contactId?: string;
  readonly executionId?: string;
  readonly stepId?: string;
  readonly emailAccountId?: string;
  /** The `data` of the webhook payload, exactly. */
  readonly data: Readonly<Record<string, unknown>>;
}

export type CampaignCounter = 'sent' | 'completed' | 'failed';

/** One contact more in a campaign's counter, for what no event says. */
export interface Tally {
  readonly campaignId: string;
  readonly counter: CampaignCounter;
}
