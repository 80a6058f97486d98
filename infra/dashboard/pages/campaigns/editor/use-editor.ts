import campaignPatch from 'schema:CampaignPatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { api, unwrapVersion, type Version } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import type { FieldBinding } from '../../../components/form/use-form.ts';
import { type FieldErrors, validate } from '../../../components/form/validate.ts';
import { countOf } from '../../../components/number.tsx';
import { showError, showToast } from '../../../components/overlay/toast.tsx';
import { readPath, writePath } from '../../../components/paths.ts';
import type { Campaign } from '../queries.ts';
import { type Draft, draftOf, mergeSaved, patchOf, type Step } from './draft.ts';
import { draftErrors, errorsByPath, isSameOrInside, withoutEnclosingErrors } from './draft-errors.ts';
import { campaignVersionQuery } from './queries.ts';

/** A draft, and the saved campaign that the draft started from. */
interface EditorState {
  readonly draft: Draft;
  readonly saved: Draft;
  readonly etag: string | undefined;
  readonly errors: FieldErrors;
}

export interface Editor {
  readonly campaign: Campaign;
  readonly draft: Draft;
  readonly errors: FieldErrors;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Another user saved the campaign since it was read. */
  readonly isOutdated: boolean;
  field<Value = string>(path: string): FieldBinding<Value>;
  /** The first error at a path or below it. */
  errorUnder(path: string): string | undefined;
  /** Changes several fields. */
  change(update: (draft: Draft) => Draft): void;
  /** Moves, removes or copies steps or variants, and removes the errors of steps, because their paths contain positions. */
  reorderSteps(update: (steps: readonly Step[]) => readonly Step[]): void;
  showErrors(errors: FieldErrors): void;
  /** @returns whether everything is saved; otherwise the errors are shown */
  save(options?: { readonly isForced?: boolean }): Promise<boolean>;
  discard(): Promise<void>;
}

const initialState = ({ value, etag }: Version<Campaign>): EditorState => {
  const draft = draftOf(value);

  return { draft, saved: draft, etag, errors: {} };
};

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
  const { draft, saved, errors } = state;

  return {
    campaign,
    draft,
    errors,
    isChanged: Object.keys(patchOf(draft, saved)).length > 0,
    isSaving: saving.isPending,
    isOutdated: saving.error instanceof ApiError && saving.error.isOutdated,
    field: (path) => bindField(state, path, update),
    errorUnder: (path) => Object.entries(errors).find(([errorPath]) => isSameOrInside(errorPath, path))?.[1],
    showErrors: (nextErrors) => update((before) => ({ ...before, errors: nextErrors })),
    change: (next) => update((before) => ({ ...before, draft: next(before.draft) })),
    reorderSteps: (next) =>
      update(({ draft: before, errors: errorsBefore, ...rest }) => ({
        ...rest,
        draft: { ...before, steps: next(before.steps) },
        errors: withoutErrorsUnder(errorsBefore, 'steps'),
      })),
    async save({ isForced = false } = {}) {
      if (saving.isPending) return false;
      const { draft: current, saved: savedDraft } = latest.current;
      const patch = patchOf(current, savedDraft);
      const nextErrors = {
        ...withoutEnclosingErrors(validate(campaignPatch, patch)),
        ...draftErrors(current),
      };
      update((before) => ({ ...before, errors: nextErrors }));
      if (Object.keys(nextErrors).length > 0) return false;
      if (Object.keys(patch).length === 0) return true;

      return saving.mutateAsync(isForced).then(
        () => true,
        () => false,
      );
    },
    async discard() {
      const freshVersion = await client.fetchQuery(campaignVersionQuery(campaign.id));
      saving.reset();
      update(() => initialState(freshVersion));
    },
  };
}

type Update = (next: (before: EditorState) => EditorState) => void;

/** Saves the latest draft, then applies the response to the draft, which the user may have changed in the meantime. */
function useSaving(version: Version<Campaign>, latest: RefObject<EditorState>, update: Update) {
  const client = useQueryClient();

  return useMutation({
    mutationFn: (isForced: boolean) =>
      sendPatch(version.value.id, latest.current, isForced ? undefined : etagOf(version, latest.current)),
    onSuccess: ({ sent, version: saved }) => {
      update(({ draft }) => ({
        ...mergeSaved(draft, sent, saved.value),
        etag: saved.etag,
        errors: {},
      }));
      client.setQueryData(campaignVersionQuery(version.value.id).queryKey, saved);
      showToast('Campaign saved', notEnrolledText(saved.value.enrolment));
      void refresh(client, 'campaigns');
    },
    onError: (error) => {
      if (error instanceof ApiError && error.isOutdated) return;
      const errors = errorsByPath(error);
      if (Object.keys(errors).length === 0) showError(error);
      update((before) => ({ ...before, errors }));
    },
  });
}

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

/**
 * The `ETag` for a save. A start or a pause changes the `ETag` of the campaign but no edited field: the newest `ETag` is then
 * valid for the draft, too. After other changes, the `ETag` of the draft lets the service detect the conflict.
 */
const etagOf = (
  { value, etag }: Version<Campaign>,
  { saved, etag: draftEtag }: EditorState,
): string | undefined => (Object.keys(patchOf(draftOf(value), saved)).length === 0 ? etag : draftEtag);

/** @param etag undefined replaces the changed fields even if another user has changed them; other fields stay */
async function sendPatch(id: string, { draft, saved }: EditorState, etag: string | undefined) {
  const params = { path: { id }, ...(etag !== undefined && { header: { 'If-Match': etag } }) };
  const version = await unwrapVersion(api.PATCH('/campaigns/{id}', { params, body: patchOf(draft, saved) }));

  return { sent: draft, version };
}

function notEnrolledText({ notEnrolled }: { readonly notEnrolled: readonly unknown[] }): string | undefined {
  const count = notEnrolled.length;

  return count === 0
    ? undefined
    : `${countOf(count, 'contact')} not added, because of a suppression or another campaign.`;
}
