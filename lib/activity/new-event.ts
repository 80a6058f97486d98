import type { EventKind } from '#lib/activity/event.ts';

/** Something that happened, before the commit gives it an id. */
export interface NewEvent {
  readonly type: EventKind;
  /** The `data` of the webhook payload, exactly. Its ids say to whose activity the event belongs. */
  readonly data: { readonly contactId?: string; readonly campaignId?: string } & Readonly<
    Record<string, unknown>
  >;
}

export type CampaignCounter = 'sent' | 'completed' | 'failed';

/** One contact more in a campaign's counter, for what no event says. */
export interface Tally {
  readonly campaignId: string;
  readonly counter: CampaignCounter;
}
