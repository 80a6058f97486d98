import campaignPatch from 'schema:CampaignPatch';
import { useRef } from 'react';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { type FieldErrors, validate } from '../../../components/form/validate.ts';
import { showToast } from '../../../components/overlay/toast.tsx';
import { patchOf } from './draft.ts';
import { draftErrors, errorsByPath, withoutEnclosingErrors } from './draft-errors.ts';
import { fieldName } from './field-names.ts';
import { hasUnclosedField } from './preview/use-email-preview.ts';
import type { EditorState, SaveMode, Update } from './use-saving.ts';

type Send = (mode: SaveMode) => Promise<unknown>;

function errorsOf({ draft, saved }: EditorState): FieldErrors {
  return {
    ...withoutEnclosingErrors(validate(campaignPatch, patchOf(draft, saved))),
    ...draftErrors(draft),
  };
}

const isSaved = ({ draft, saved, isMerged }: EditorState): boolean =>
  Object.keys(patchOf(draft, saved)).length === 0 && !isMerged;

/**
 * @param confirms also shows a message if nothing is left to save
 * @returns whether everything is saved; otherwise the errors are shown at their fields
 */
export async function saveValid(
  send: Send,
  state: EditorState,
  update: Update,
  confirms: boolean,
): Promise<boolean> {
  const errors = errorsOf(state);
  update((before) => ({ ...before, errors }));
  if (Object.keys(errors).length > 0) return false;
  if (isSaved(state)) {
    if (confirms) showToast('Campaign saved');

    return true;
  }

  return send('explicit').then(
    () => true,
    () => false,
  );
}

/** @returns what keeps the draft from being saved; undefined if it is saved */
export async function saveQuietly(send: Send, state: EditorState): Promise<string | undefined> {
  const isWriting = state.draft.steps.some(({ variants }) => variants.some(hasUnclosedField));
  if (isWriting) return 'a merge field has no end';
  const errors = errorsOf(state);
  if (Object.keys(errors).length > 0) return reasonOf(errors);
  if (isSaved(state)) return undefined;

  return send('automatic').then(() => undefined, failureOf);
}

function failureOf(error: unknown): string {
  if (error instanceof ApiError && error.isOutdated) return 'another user changed the same text';
  const errors = errorsByPath(error);

  return Object.keys(errors).length > 0 ? reasonOf(errors) : messageOf(error);
}

function reasonOf(errors: FieldErrors): string {
  const [path = '', message = ''] = Object.entries(errors)[0] ?? [];

  return path === '' ? message : `${fieldName(path)}: ${message}`;
}

/** Runs one save at a time, each with the state that the one before has left. */
export function useSaveQueue() {
  const last = useRef<Promise<unknown>>(Promise.resolve());

  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const next = last.current.then(run);
    last.current = next.catch(() => undefined);

    return next;
  };
}
