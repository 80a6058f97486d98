import type { EventKind } from '#lib/activity/event.ts';

/** Something that happened, before the commit gives it an id. */
export interface NewEvent {
  readonly type: EventKind;
  /** The `data` of the webhook payload, exactly. Its ids say to whose activity the event belongs. */
  readonly data: { readonly contactId?: string; readonly campaignId?: string } & Readonly<
    Record<string, unknown>
  >;
}

/** Adds to a counter of a campaign or a company, for what no event says. */
export interface Tally {
  /** Its prefix tells what it is that counts. */
  readonly subjectId: string;
  readonly counter: string;
  readonly by: number;
}
