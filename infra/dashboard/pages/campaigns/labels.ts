import type { Campaign, EmailAccount } from './queries.ts';

const shortSubject = 60;

/** “Step 2”, as its place in the sequence; a step that was deleted has no place. */
export function stepNumber({ steps }: Campaign, stepId: string | null): string {
  const index = steps.findIndex(({ id }) => id === stepId);

  return index === -1 ? 'Deleted step' : `Step ${index + 1}`;
}

/** The subject of the step's first variant, or of the conversation that it continues. */
export function stepSubject({ steps }: Campaign, stepId: string | null): string {
  const step = steps.find(({ id }) => id === stepId);
  if (!step) return '';
  const subject = step.variants[0]?.subject ?? '';
  if (step.thread === 'reply' || subject === '') return 'Reply in the same thread';

  return subject.length > shortSubject ? `${subject.slice(0, shortSubject)}…` : subject;
}

/** “A”, “B” …, as its place in the step. */
export function variantLetter({ steps }: Campaign, variantId: string | null): string | undefined {
  const index = steps
    .flatMap(({ variants }) => variants.map(({ id }, place) => ({ id, place })))
    .find(({ id }) => id === variantId)?.place;

  return index === undefined ? undefined : String.fromCharCode(65 + index);
}

/** The letter of the variant if its step has several. */
export function testedVariant(campaign: Campaign, stepId: string | null, variantId: string | null) {
  const step = campaign.steps.find(({ id }) => id === stepId);

  return step && step.variants.length > 1 ? variantLetter(campaign, variantId) : undefined;
}

export const accountAddress = (accounts: readonly EmailAccount[], id: string | null): string =>
  accounts.find((account) => account.id === id)?.email ?? 'Deleted account';
