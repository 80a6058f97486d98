import campaignPatch from 'schema:CampaignPatch';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { api, unwrapVersion, type Version } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import { readPath, writePath } from '../../../components/paths.ts';
import { showError, showToast } from '../../../components/toast.tsx';
import type { FieldBinding } from '../../../components/use-form.ts';
import { type FieldErrors, validate } from '../../../components/validate.ts';
import { type Campaign, type Draft, draftOf, mergeSaved, patchOf } from './draft.ts';
import { deepest, detailsOf, draftErrors, isAt } from './draft-errors.ts';
import { campaignVersionQuery } from './queries.ts';

/** A draft and the saved campaign that it changes. */
interface State {
  readonly draft: Draft;
  readonly saved: Draft;
  readonly etag: string | undefined;
  readonly errors: FieldErrors;
}

export interface Editor {
  readonly campaign: Campaign;
  readonly draft: Draft;
  readonly saved: Draft;
  readonly errors: FieldErrors;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Another user saved the campaign since it was read. */
  readonly isOutdated: boolean;
  field<Value = string>(path: string): FieldBinding<Value>;
  /** The first error at a path or below it. */
  errorUnder(path: string): string | undefined;
  /** Changes several fields. Errors of steps refer to positions, so they are removed with `isReordered`. */
  change(update: (draft: Draft) => Draft, isReordered?: boolean): void;
  showErrors(errors: FieldErrors): void;
  /** @returns whether everything is saved; otherwise the errors are shown */
  save(options?: { readonly isForced?: boolean }): Promise<boolean>;
  discard(): Promise<void>;
}

const stateOf = ({ value, etag }: Version<Campaign>): State => {
  const draft = draftOf(value);

  return { draft, saved: draft, etag, errors: {} };
};

/** State of the editor: the draft, its errors, and saving with `If-Match`. */
export function useEditor(version: Version<Campaign>): Editor {
  const client = useQueryClient();
  const campaign = version.value;
  const [state, setState] = useState(() => stateOf(version));
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
    saved,
    errors,
    isChanged: Object.keys(patchOf(draft, saved)).length > 0,
    isSaving: saving.isPending,
    isOutdated: saving.error instanceof ApiError && saving.error.isOutdated,
    field: (path) => fieldOf(state, path, update),
    errorUnder: (path) => Object.entries(errors).find(([at]) => isAt(at, path))?.[1],
    showErrors: (found) => update((before) => ({ ...before, errors: found })),
    change: (next, isReordered = false) =>
      update((before) => ({
        ...before,
        draft: next(before.draft),
        errors: isReordered ? without(before.errors, 'steps') : before.errors,
      })),
    async save({ isForced = false } = {}) {
      if (saving.isPending) return false;
      const { draft: current, saved: base } = latest.current;
      const patch = patchOf(current, base);
      const found = { ...deepest(validate(campaignPatch, patch)), ...draftErrors(current) };
      update((before) => ({ ...before, errors: found }));
      if (Object.keys(found).length > 0) return false;
      if (Object.keys(patch).length === 0) return true;

      return saving.mutateAsync(isForced).then(
        () => true,
        () => false,
      );
    },
    async discard() {
      const fresh = await client.fetchQuery(campaignVersionQuery(campaign.id));
      saving.reset();
      update(() => stateOf(fresh));
    },
  };
}

type Update = (next: (before: State) => State) => void;

function useSaving(version: Version<Campaign>, latest: RefObject<State>, update: Update) {
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
      showToast('Campaign saved', refusalOf(saved.value.enrolment));
      void refresh(client, 'campaigns');
    },
    onError: (error) => {
      if (error instanceof ApiError && error.isOutdated) return;
      const errors = detailsOf(error);
      if (Object.keys(errors).length === 0) showError(error);
      update((before) => ({ ...before, errors }));
    },
  });
}

const without = (errors: FieldErrors, path: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([at]) => !isAt(at, path)));

function fieldOf<Value>({ draft, errors }: State, path: string, update: Update): FieldBinding<Value> {
  return {
    name: path,
    value: readPath(draft, path) as Value,
    error: errors[path],
    onChange: (value) =>
      update((before) => ({
        ...before,
        draft: writePath(before.draft, path, value),
        errors: without(before.errors, path),
      })),
  };
}

/** A start or a pause changes the version of the campaign, but nothing that the editor has read. */
const etagOf = ({ value, etag }: Version<Campaign>, { saved, etag: read }: State): string | undefined =>
  Object.keys(patchOf(draftOf(value), saved)).length === 0 ? etag : read;

/** @param etag undefined: the changed fields replace the values of another user, and the other fields stay */
async function sendPatch(id: string, { draft, saved }: State, etag: string | undefined) {
  const params = { path: { id }, ...(etag !== undefined && { header: { 'If-Match': etag } }) };
  const version = await unwrapVersion(api.PATCH('/campaigns/{id}', { params, body: patchOf(draft, saved) }));

  return { sent: draft, version };
}

function refusalOf({ notEnrolled }: { readonly notEnrolled: readonly unknown[] }): string | undefined {
  const count = notEnrolled.length;

  return count === 0 ? undefined : `${count} contacts were not added: they are suppressed or in a campaign.`;
}
