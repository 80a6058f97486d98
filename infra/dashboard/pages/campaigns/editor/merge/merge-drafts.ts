import { isEqual } from '../../../../components/is-equal.ts';
import { type Draft, isUntouched } from '../draft.ts';
import { withNewFirstThread } from '../steps/step-order.ts';
import { type Choices, type Conflict, mergeThreeWay } from './three-way.ts';

export interface DraftMerge {
  readonly draft: Draft;
  readonly conflicts: readonly Conflict[];
  /** The other side changed something. */
  readonly hasTheirChanges: boolean;
}

/**
 * Merges the edited draft with the campaign that was saved in the meantime, by the ids of emails and variants.
 * @param base the saved campaign that the draft started from
 * @param theirs the campaign that is saved now, with the keys of `base` (`withKeysOf`)
 */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft, choices: Choices = {}): DraftMerge {
  const { value, conflicts } = mergeThreeWay(toMergeable(base), toMergeable(mine), toMergeable(theirs), {
    choices,
    separatePaths: ['', 'schedule', 'audience'],
    // A variant is text, HTML or both. After a change of the format, its bodies belong together.
    alternatives: [['bodyText', 'bodyHtml']],
  });
  const { threadReassignments, steps, ...rest } = value;
  const draft: Draft = {
    ...rest,
    threadReassignments: threadReassignments.map(({ key: _key, ...entry }) => entry),
    steps: steps.length === 0 ? mine.steps : withNewFirstThread(steps),
  };

  return { draft, conflicts, hasTheirChanges: !isEqual(toMergeable(base), toMergeable(theirs)) };
}

/** The empty email that a campaign without emails shows is no email; a reassignment is identified by its account. */
const toMergeable = (draft: Draft) => ({
  ...draft,
  steps: isUntouched(draft.steps) ? [] : draft.steps,
  threadReassignments: draft.threadReassignments.map((entry) => ({ ...entry, key: entry.fromAccountId })),
});

/** Gives emails and variants that the page knows the keys that they have there. */
export function withKeysOf(draft: Draft, known: Draft): Draft {
  const keys = new Map(
    known.steps.flatMap((step) => [step, ...step.variants]).map(({ id, key }) => [id, key]),
  );
  const withKey = <Element extends { readonly key: string; readonly id?: string | undefined }>(
    element: Element,
  ) => ({
    ...element,
    key: (element.id !== undefined && keys.get(element.id)) || element.key,
  });

  return {
    ...draft,
    steps: draft.steps.map((step) => ({ ...withKey(step), variants: step.variants.map(withKey) })),
  };
}
