import type { Write } from '#lib/storage/table.ts';
import type { EventKind, TrackedAction } from '#lib/values/event-kind.ts';
import type { QueueMessage, QueueName } from '#lib/values/queues.ts';

/** The result of a use case. All of it is committed in one transaction. */
export interface Change<Result> {
  readonly writes: readonly Write[];
  /** Each event becomes an activity entry and a delivery to every webhook that subscribes to its kind. */
  readonly events?: readonly NewEvent[];
  /** Counted events that turned out to be bot traffic. Their counts are reverted. */
  readonly retractions?: readonly Retraction[];
  /** Applied exactly once, soon after the commit. */
  readonly increments?: readonly CounterIncrement[];
  /**
   * Queue messages for work that the commit makes due. They are sent soon after the commit and never lost, so no endpoint
   * needs the permission to send to a queue.
   */
  readonly messages?: readonly OutboxMessage[];
  /** Companies with changed fields, for the reactions of other domains: a change of a company has no event. */
  readonly changedCompanyIds?: readonly string[];
  readonly result: Result;
  /** The resource before the change: the audit log compares it with the response. Not set for data of recipients. */
  readonly before?: object;
  /** `updatedAt` of the resource when it was read. If-Match is compared with it. */
  readonly basedOn?: string;
}

/** Another attempt of the same request has begun, and has its entry of the audit log. */
export class AlreadyBegun extends Error {
  override readonly name = 'AlreadyBegun';
}

/** For operations with an effect before their commit, such as an email. */
export interface EffectGuard {
  /**
   * Commits writes and the audit entry of the request, if the caller still has its authority. The later change has no entry.
   * If a condition of a write throws `AlreadyBegun`, another attempt of the request has made this commit: the caller is checked.
   * @param result of the operation, if its id is known
   * @throws Problem 401, or the error of a failed condition
   */
  commitFirst(writes: readonly Write[], result?: unknown): Promise<void>;
  /** Call it after a wait, such as a login, and immediately before the effect. @throws Problem 401 */
  requireAuthority(): Promise<void>;
}

/** A queue message without its workspace, which publishing adds. */
export type OutboxMessage = {
  [Name in QueueName]: {
    readonly queue: Name;
    readonly message: WithoutWorkspace<QueueMessage<Name>>;
  };
}[QueueName];

/** Distributes over the messages of a queue. */
type WithoutWorkspace<Message> = Message extends unknown ? Omit<Message, 'workspaceId'> : never;

/** An event before the commit assigns its id. */
export interface NewEvent {
  readonly type: EventKind;
  /** Set if the caller needs the id before the commit. */
  readonly id?: string;
  /** The exact `data` of the webhook payload. Its ids determine the lists that have the event. */
  readonly data: {
    readonly contactId?: string;
    readonly campaignId?: string;
    readonly emailAccountId?: string;
    readonly webhookId?: string;
  } & Readonly<Record<string, unknown>>;
  /** Additional fields of `GET /activity` that webhooks do not receive. */
  readonly details?: EventDetails;
  /** Whether unique counters count it: the first open or click of an email, the first email or reply of an execution. */
  readonly isFirst?: boolean;
  /** `idCode` of the email's variant, for statistics; defaults to the code of `details.variantId`. */
  readonly variant?: string | undefined;
}

export interface EventDetails {
  readonly variantId?: string;
  readonly messageId?: string;
  /** What the email of `email.sent` tracks. */
  readonly tracked?: readonly TrackedAction[];
  /** The reason if a bot probably caused the event. It is then listed, but not counted and not sent to webhooks. */
  readonly botReason?: string;
}

/** An event that was later attributed to a bot: its counts are reverted. Webhooks have already received it. */
export interface Retraction {
  readonly id: string;
  readonly event: NewEvent;
  readonly botReason: string;
}

/**
 * An increment of a counter that no event covers. Counters belong to a campaign (`cmp_…`: lib/campaigns/state/counters.ts), a
 * company (`com_…`: `contactCount`), or the workspace (`wsp_…`). The counters of a workspace count resources by status, such
 * as `campaigns.active` or `contacts.unsubscribed`. Every change that creates, moves or removes a resource adds an
 * increment.
 */
export interface CounterIncrement {
  /** The prefix of the id determines the kind of subject. */
  readonly subjectId: string;
  readonly counter: string;
  readonly by: number;
}
