import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Version } from '../../../api/client.ts';
import { readDraft, writeDraft } from '../../../api/drafts.ts';
import { hasFormOf } from '../../../components/form/use-draft.ts';
import type { FieldBinding } from '../../../components/form/use-form.ts';
import type { FieldErrors } from '../../../components/form/validate.ts';
import { isObject } from '../../../components/is-equal.ts';
import { readPath, writePath } from '../../../components/paths.ts';
import type { Campaign } from '../queries.ts';
import { type Draft, draftOf, patchOf, type Step } from './draft.ts';
import { isSameOrInside } from './draft-errors.ts';
import type { Choices } from './merge/three-way.ts';
import { campaignVersionQuery } from './queries.ts';
import { saveQuietly, saveValid, useSaveQueue } from './save-valid.ts';
import { useAutosave } from './use-autosave.ts';
import {
  type EditorState,
  type MergeConflicts,
  resolveConflicts,
  type Update,
  useSaving,
} from './use-saving.ts';

export interface Editor {
  readonly campaign: Campaign;
  readonly draft: Draft;
  readonly errors: FieldErrors;
  readonly isChanged: boolean;
  /** The user waits for a save; drafts are also saved automatically. */
  readonly isSaving: boolean;
  /** What keeps the draft from being saved automatically. */
  readonly blockedBy: string | undefined;
  /** The changes were made in an earlier visit. */
  readonly isRestored: boolean;
  /** The user must choose between two values of these fields before the draft can be saved. */
  readonly conflicts: MergeConflicts | undefined;
  field<Value = string>(path: string): FieldBinding<Value>;
  /** The first error at a path or below it. */
  errorUnder(path: string): string | undefined;
  /** Changes several fields. */
  change(update: (draft: Draft) => Draft): void;
  /** Moves, removes or copies steps or variants, and removes the errors of steps, because their paths contain positions. */
  reorderSteps(update: (steps: readonly Step[]) => readonly Step[]): void;
  showErrors(errors: FieldErrors): void;
  /**
   * @param options.confirms shows a message also if nothing is left to save
   * @returns whether everything is saved; otherwise the errors are shown
   */
  save(options?: { readonly confirms?: boolean }): Promise<boolean>;
  /** Saves with the chosen sides of the conflicts. */
  resolve(choices: Choices): Promise<boolean>;
  cancelMerge(): void;
  /** Shows the saved campaign again. */
  discard(): Promise<void>;
  /** Deletes the changes that would be restored at the next visit. */
  removeStoredChanges(): void;
}

const savedState = ({ value, etag }: Version<Campaign>): EditorState => {
  const draft = draftOf(value);

  return { draft, saved: draft, etag, errors: {} };
};

const storedName = (campaignId: string): string => `campaigns.${campaignId}`;

/** The unsaved changes of an earlier visit, or the saved campaign. */
function initialState(version: Version<Campaign>): EditorState {
  const state = savedState(version);
  const { draft, saved, etag } = state;
  const stored = readDraft(storedName(version.value.id));
  const isUsable = isObject(stored) && hasFormOf({ draft, saved, etag }, stored);

  return isUsable ? { ...state, ...stored } : state;
}

/** Stores the changes until they are saved. */
function useStoredChanges(campaignId: string, { draft, saved, etag }: EditorState, isChanged: boolean): void {
  useEffect(() => {
    writeDraft(storedName(campaignId), isChanged ? { draft, saved, etag } : undefined);
  }, [campaignId, draft, saved, etag, isChanged]);
}

/** State of the editor: the draft, its errors, and saving with `If-Match`. */
export function useEditor(version: Version<Campaign>): Editor {
  const client = useQueryClient();
  const campaign = version.value;
  const [state, setState] = useState(() => initialState(version));
  // `save` can follow a change before the next render, so it reads the state from here.
  const latest = useRef(state);
  latest.current = state;
  const update: Update = (next) => {
    latest.current = next(latest.current);
    setState(latest.current);
  };
  const saving = useSaving(version, latest, update);
  const { draft, saved, errors, conflicts } = state;
  const isChanged = Object.keys(patchOf(draft, saved)).length > 0;
  const [isRestored, setRestored] = useState(isChanged);
  useStoredChanges(campaign.id, state, isChanged);
  const queue = useSaveQueue();
  const save: Editor['save'] = ({ confirms = false } = {}) =>
    queue(() => saveValid(saving.mutateAsync, latest.current, update, confirms));
  const blockedBy = useAutosave({
    draft,
    canSave: campaign.status === 'draft' && isChanged && !saving.isPending && !conflicts,
    save: () => queue(() => saveQuietly(saving.mutateAsync, latest.current)),
  });

  return {
    campaign,
    draft,
    errors,
    isChanged,
    isRestored: isRestored && isChanged,
    isSaving: saving.isPending && saving.variables === 'explicit',
    blockedBy,
    conflicts,
    ...editingOf(state, update),
    save,
    resolve(choices) {
      update((before) => resolveConflicts(before, choices));

      return save();
    },
    cancelMerge: () => update((before) => ({ ...before, conflicts: undefined })),
    async discard() {
      const freshVersion = await client.fetchQuery(campaignVersionQuery(campaign.id));
      saving.reset();
      setRestored(false);
      update(() => savedState(freshVersion));
    },
    removeStoredChanges: () => writeDraft(storedName(campaign.id), undefined),
  };
}

const editingOf = (
  state: EditorState,
  update: Update,
): Pick<Editor, 'field' | 'errorUnder' | 'showErrors' | 'change' | 'reorderSteps'> => ({
  field: (path) => bindField(state, path, update),
  errorUnder: (path) =>
    Object.entries(state.errors).find(([errorPath]) => isSameOrInside(errorPath, path))?.[1],
  showErrors: (errors) => update((before) => ({ ...before, errors })),
  change: (next) => update((before) => ({ ...before, draft: next(before.draft) })),
  reorderSteps: (next) =>
    update(({ draft, errors, ...rest }) => ({
      ...rest,
      draft: { ...draft, steps: next(draft.steps) },
      errors: withoutErrorsUnder(errors, 'steps'),
    })),
});

const withoutErrorsUnder = (errors: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([errorPath]) => !isSameOrInside(errorPath, path)));

function bindField<Value>({ draft, errors }: EditorState, path: string, update: Update): FieldBinding<Value> {
  return {
    name: path,
    value: readPath(draft, path) as Value,
    error: errors[path],
    onChange: (value) =>
      update((before) => ({
        ...before,
        draft: writePath(before.draft, path, value),
        errors: withoutErrorsUnder(before.errors, path),
      })),
  };
}
