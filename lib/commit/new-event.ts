import type { EventKind } from '#lib/values/event-kind.ts';

/** Something that happened, before the commit gives it an id. */
export interface NewEvent {
  readonly type: EventKind;
  /** Drawn before, by who has to remember which event it will be. */
  readonly id?: string;
  /** The `data` of the webhook payload, exactly. Its ids say to whose activity the event belongs. */
  readonly data: {
    readonly contactId?: string;
    readonly campaignId?: string;
    readonly emailAccountId?: string;
  } & Readonly<Record<string, unknown>>;
  /** What `GET /activity` shows besides, and no webhook is told. */
  readonly details?: EventDetails;
  /** The first of its kind of its execution. What is counted by contact counts only that. */
  readonly isFirst?: boolean;
}

export interface EventDetails {
  readonly variantId?: string;
  readonly messageId?: string;
  /** Why it is thought to be a machine's doing: such an event is shown, but neither counted nor told to webhooks. */
  readonly botReason?: string;
}

/** An event that turns out to be a machine's doing: it is counted no more. Webhooks have heard of it by now. */
export interface Retraction {
  readonly id: string;
  readonly event: NewEvent;
  readonly botReason: string;
}

/** A running campaign that should look anew at what it may do, or a job of a campaign that is to be carried out. */
export interface CampaignCall {
  readonly campaignId: string;
  readonly jobId?: string | undefined;
}

/** A webhook for which held deliveries may go out or, with `again`, one delivery that its owner asked for once more. */
interface WebhookCall {
  readonly webhookId: string;
  readonly again?: {
    readonly eventId: string;
    readonly subjectId: string;
    readonly attempt: number;
    readonly resend: number;
  };
}

/** An account whose inbox is to be looked into from now on. */
export interface InboxCall {
  readonly accountId: string;
}

/** A wake-up call: to a campaign, to a job of the blocklist, for a webhook, an inbox, an import, or a company. */
export type Call =
  | CampaignCall
  | { readonly jobId: string }
  | WebhookCall
  | InboxCall
  /** A company whose fields have changed: contacts that wait for one of them may continue. */
  | { readonly companyId: string }
  | { readonly importId: string };

/**
 * Adds to a counter, for what no event says: of a campaign (`cmp_…`: lib/campaigns/counters.ts), of a company
 * (`com_…`: `contactCount`), or of the workspace (`wsp_…`): how many resources of a kind have a status, such as
 * `campaigns.active`, `contacts.active` or `contacts.unsubscribed`. Whatever makes, moves or removes one says so.
 */
export interface Tally {
  /** Its prefix tells what it is that counts. */
  readonly subjectId: string;
  readonly counter: string;
  readonly by: number;
}
