import { chunksOf } from '#lib/values/chunks.ts';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import type { Campaign, Recipient } from '../queries.ts';

export type ActionName = Schemas['RecipientAction']['action'];
export type Outcome = Schemas['ResolveRecipientAction']['outcome'];
type Report = Schemas['RecipientActionReport'];

/** The properties that determine which actions are offered. The API checks them again. */
type RecipientState = Pick<Recipient, 'execution' | 'waitingFor' | 'contactStatus'>;

export interface ActionInfo {
  readonly name: ActionName;
  readonly label: string;
  /** Title of the confirmation; “…” is the recipients. */
  readonly title: string;
  readonly text: string;
  readonly isDanger?: boolean;
  /** Whether the state of the recipient allows the action. The API may refuse it for other reasons. */
  readonly isAllowedFor: (recipient: RecipientState) => boolean;
}

const isUnfinished = ({ execution: { status } }: RecipientState): boolean =>
  status === 'pending' || status === 'in_progress' || status === 'paused';
const hasUnknownOutcome = ({ waitingFor, execution: { status, reason } }: RecipientState): boolean =>
  waitingFor === 'outcome' || (status === 'failed' && reason === 'delivery_unknown');

export const actions: readonly ActionInfo[] = [
  {
    name: 'resolve',
    label: 'Resolve the outcome',
    title: 'Resolve the outcome of …',
    text: 'Look into the Sent folder of the account first. If you state that the email was not sent, it is sent again.',
    isAllowedFor: hasUnknownOutcome,
  },
  {
    name: 'retry',
    label: 'Retry',
    title: 'Retry …',
    text: 'The step that failed is sent again, now.',
    isAllowedFor: (recipient) =>
      ['failed', 'bounced'].includes(recipient.execution.status) && !hasUnknownOutcome(recipient),
  },
  {
    name: 'resume',
    label: 'Resume',
    title: 'Resume …',
    text: 'The sequence is tried again. It pauses again if the text still lacks a value.',
    isAllowedFor: ({ execution }) => execution.status === 'paused',
  },
  {
    name: 'skip',
    label: 'Skip the next step',
    title: 'Skip the next step of …',
    text: 'The next step is not sent, and the delay of the following step starts now. After the last step, the sequence is completed.',
    isAllowedFor: (recipient) =>
      isUnfinished(recipient) &&
      recipient.execution.nextStepId !== null &&
      recipient.waitingFor !== 'outcome' &&
      recipient.waitingFor !== 'in_flight',
  },
  {
    name: 'continue',
    label: 'Continue at a step',
    title: 'Continue the sequence of …',
    text: 'The ended sequence continues in its thread with this step, now.',
    isAllowedFor: (recipient) => !isUnfinished(recipient) && recipient.contactStatus === 'active',
  },
  {
    name: 'restart',
    label: 'Restart',
    title: 'Restart the sequence of …',
    text: 'A new sequence starts in a new thread. Steps can be sent again.',
    isAllowedFor: (recipient) => !isUnfinished(recipient) && recipient.contactStatus === 'active',
  },
  {
    name: 'remove',
    label: 'Remove',
    title: 'Remove … from the campaign?',
    text: 'The sequence stops, and no further email of this campaign is sent.',
    isDanger: true,
    isAllowedFor: isUnfinished,
  },
];

export interface ActionChoice {
  readonly name: ActionName;
  readonly recipients: readonly Recipient[];
  /** For `continue` and `restart`. */
  readonly stepId?: string | undefined;
  /** For `resolve`. */
  readonly outcome?: Outcome | undefined;
}

const recipientsPerRequestMax = 25;

/** The `stepId` of the request. With it, a repeated request has no further effect. Undefined for actions without a step. */
function requestStepId({ name, stepId }: ActionChoice, { execution }: Recipient, steps: Campaign['steps']) {
  if (name === 'continue' || name === 'restart') return stepId;
  if (name !== 'skip' && name !== 'resolve') return undefined;

  return nextStepOf(execution, steps);
}

/** The step of the next email; after the end of a sequence, the step after its last email. Without a sent email, the first step. */
export function nextStepOf(
  { nextStepId, currentStepId }: Recipient['execution'],
  steps: readonly Pick<Campaign['steps'][number], 'id'>[],
): string | undefined {
  return nextStepId ?? steps[steps.findIndex(({ id }) => id === currentStepId) + 1]?.id;
}

/** One request for at most 25 recipients of the same step. The dialog requires the fields of the action. */
function requestsOf(choice: ActionChoice, { steps }: Campaign): Schemas['RecipientAction'][] {
  const byStep = Map.groupBy(choice.recipients, (recipient) => requestStepId(choice, recipient, steps));

  return [...byStep].flatMap(([stepId, recipients]) =>
    chunksOf(recipients, recipientsPerRequestMax).map(
      (chunk) =>
        ({
          action: choice.name,
          contactIds: chunk.map(({ contactId }) => contactId),
          ...(stepId !== undefined && { stepId }),
          ...(choice.name === 'resolve' && choice.outcome !== undefined && { outcome: choice.outcome }),
        }) as Schemas['RecipientAction'],
    ),
  );
}

/** Removes contacts, also before the campaign enrols them. */
export async function removeContacts(id: string, contactIds: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(contactIds, recipientsPerRequestMax)) {
    const body = { action: 'remove', contactIds: chunk } as const;
    await unwrap(api.POST('/campaigns/{id}/recipients', { params: { path: { id } }, body }));
  }
}

/** Applies the action, request by request. @param onProgress the number of recipients that were processed */
export async function applyAction(
  campaign: Campaign,
  choice: ActionChoice,
  onProgress: (count: number) => void,
): Promise<Report> {
  const total = { applied: 0, unchanged: 0, refused: 0, results: [] as Report['results'][number][] };
  for (const body of requestsOf(choice, campaign)) {
    const report = await unwrap(
      api.POST('/campaigns/{id}/recipients', { params: { path: { id: campaign.id } }, body }),
    );
    total.applied += report.applied;
    total.unchanged += report.unchanged;
    total.refused += report.refused;
    total.results.push(...report.results);
    onProgress(total.results.length);
  }

  return total;
}
