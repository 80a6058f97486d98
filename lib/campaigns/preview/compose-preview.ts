import type { PreviewTarget } from '#lib/campaigns/preview/target.ts';
import { type ComposeServices, composeStep } from '#lib/emails/compose-step.ts';
import type { Composed, Draft } from '#lib/emails/rendering/compose.ts';
import { chooseVariant } from '#lib/emails/rendering/variant.ts';
import type { Thread } from '#lib/emails/thread.ts';
import type { EmailLinks } from '#lib/links/links.ts';
import { messageIdOf } from '#lib/mail/message-id.ts';
import { invalidField } from '#lib/values/problem.ts';

export interface ComposedPreview extends Extract<Composed, { kind: 'composed' }> {
  readonly messageId: string;
  readonly links: EmailLinks;
  readonly thread: Thread | undefined;
  readonly company: Draft['company'];
}

/**
 * Composes the email as the send does. Merge fields without a value appear as they are written.
 * @throws Problem 422 if the email exceeds its size limit
 */
export async function composePreview(
  services: ComposeServices,
  workspaceId: string,
  target: PreviewTarget,
  options: Pick<Draft, 'subjectPrefix' | 'to'> = {},
): Promise<ComposedPreview> {
  const { step, variant, companyOf, sender: account } = target;
  const thread = await threadOf(services, workspaceId, target);
  const company = await companyOf(variant);
  const email = { ...target, account, stepId: step.id, company, thread };
  const previewOptions = { ...options, missingFields: 'write' } as const;
  const { composed, messageId, links } = await composeStep(services, workspaceId, email, previewOptions);
  if (composed.kind !== 'composed') {
    throw invalidField('', 'too_big', 'the email would exceed its size limit of 256 KB');
  }

  return { ...composed, messageId, links, thread, company };
}

/**
 * The thread that the step continues: the messages that were sent to the contact, and the earlier steps that will be sent
 * before this one.
 */
async function threadOf(
  services: ComposeServices,
  workspaceId: string,
  target: PreviewTarget,
): Promise<Thread | undefined> {
  const { steps, stepIndex, step, execution } = target;
  if (step.thread === 'new' || stepIndex === 0) return undefined;
  const threadStartIndex = steps.findLastIndex(({ thread }, index) => index < stepIndex && thread === 'new');
  const plannedIds = steps.slice(threadStartIndex, stepIndex).map(({ id }) => id);
  const { thread: sentThread, sentSteps } = execution;
  // `from` is the index of the thread's first email. The step itself is omitted if it was already sent.
  const sentIds = sentSteps.slice(sentThread?.from).filter((id) => id !== step.id);
  // The contact's thread continues here only if it began with the same step.
  const isContinued = sentThread !== undefined && sentIds[0] === plannedIds[0];
  const stepIds = isContinued
    ? [...sentIds, ...plannedIds.filter((id) => !sentIds.includes(id))]
    : plannedIds;
  const message = { execution, account: target.sender };
  const messageIds = stepIds.map((id) => messageIdOf(services.signer, workspaceId, message, id));
  const subject = isContinued
    ? sentThread.subject
    : await subjectOfStep(services, workspaceId, target, threadStartIndex);

  return { subject, messageIds: await Promise.all(messageIds) };
}

/** The subject that an earlier step will have. */
async function subjectOfStep(
  services: ComposeServices,
  workspaceId: string,
  target: PreviewTarget,
  stepIndex: number,
): Promise<string> {
  const step = target.steps[stepIndex];
  const variant = step && (chooseVariant(step, target.seed, target.campaign.winners) ?? step.variants[0]);
  if (!variant) return '';
  const firstEmail = { ...target, step, stepIndex, variant };

  return (await composePreview(services, workspaceId, firstEmail)).subject;
}
