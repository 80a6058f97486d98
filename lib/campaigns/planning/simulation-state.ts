import type { RunningState } from '#lib/campaigns/state/running.ts';
import type { CampaignItem, DayCount, Dispatch } from '#lib/campaigns/state/stored.ts';
import type { EmailAccountItem } from '#lib/email-accounts/email-accounts.ts';
import { zoneOfQueue } from '#lib/executions/executions.ts';
import type { SequenceProgress } from '#lib/executions/next-step.ts';

/** A recipient that waits for an email, with everything that decides when the email is sent. */
export interface PendingRecipient extends SequenceProgress {
  readonly contactId: string;
  /** Epoch milliseconds. */
  readonly dueAt: number;
  readonly timezone: string | null;
  readonly companyId: string | null;
  /** Epoch milliseconds; undefined before the first email. */
  readonly lastSentAt: number | undefined;
  /** Name of the recipient's queue. */
  readonly queue: string;
}

export interface PlannedEmail {
  readonly contactId: string;
  readonly stepId: string;
  readonly accountId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface SimulationRequest {
  readonly state: RunningState;
  readonly dispatch: Dispatch;
  readonly accounts: readonly EmailAccountItem[];
  readonly recipients: readonly PendingRecipient[];
  /** Whether the contact has no value for a variable of the step. Such a contact pauses and gets no further email. */
  readonly hasMissingVariables: (contactId: string, stepId: string) => boolean;
  readonly now: number;
  readonly emailsMax: number;
}

/** The state of a simulated campaign. */
export interface SimulationState {
  readonly request: SimulationRequest;
  readonly campaign: CampaignItem;
  dispatch: Dispatch;
  accounts: EmailAccountItem[];
  quota: DayCount | undefined;
  /** Number of contacts that got an email. Key: `<company id> <local date>`. */
  readonly companyDayCounts: Map<string, number>;
  /** Recipients by queue, ordered by due time. */
  readonly queues: Map<string, PendingRecipient[]>;
  /** Recipients with a future slot, ordered by slot time. */
  readonly slots: { readonly at: number; readonly accountId: string; readonly recipient: PendingRecipient }[];
  readonly emails: PlannedEmail[];
}

export function createSimulationState(request: SimulationRequest): SimulationState {
  const { state, dispatch, accounts, recipients } = request;
  const simulation: SimulationState = {
    request,
    campaign: state.campaign,
    dispatch,
    accounts: [...accounts],
    quota: state.quota,
    companyDayCounts: new Map(),
    queues: new Map(),
    slots: [],
    emails: [],
  };
  for (const recipient of recipients) enqueue(simulation, recipient);

  return simulation;
}

export function hasPendingRecipients({ queues }: SimulationState): boolean {
  return [...queues.values()].some((queue) => queue.length > 0);
}

/** Adds a recipient to its queue. The dispatch state gets the queue's time zone, so that the dispatcher reads the queue. */
export function enqueue(simulation: SimulationState, recipient: PendingRecipient): void {
  const { queues, dispatch } = simulation;
  const queue = queues.get(recipient.queue) ?? [];
  queues.set(recipient.queue, queue);
  insertByDueTime(queue, recipient);
  const zone = zoneOfQueue(recipient.queue);
  const { zones } = dispatch;
  if (zone !== undefined && !zones.includes(zone))
    simulation.dispatch = { ...dispatch, zones: [...zones, zone] };
}

/** Inserts a recipient in the order of the index of due executions: by due time, then by contact id. */
function insertByDueTime(queue: PendingRecipient[], recipient: PendingRecipient): void {
  const lastBefore = queue.findLastIndex((other) =>
    other.dueAt === recipient.dueAt ? other.contactId < recipient.contactId : other.dueAt < recipient.dueAt,
  );
  queue.splice(lastBefore + 1, 0, recipient);
}
