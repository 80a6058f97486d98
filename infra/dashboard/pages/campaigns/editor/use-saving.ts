import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { api, unwrapVersion, type Version } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';
import { refresh } from '../../../api/lists.ts';
import type { FieldErrors } from '../../../components/form/validate.ts';
import { showError, showToast } from '../../../components/overlay/toast.tsx';
import { refusalsText } from '../../contacts/campaigns/refusal-labels.ts';
import type { Campaign } from '../queries.ts';
import { type Draft, draftOf, mergeSaved, patchOf } from './draft.ts';
import { errorsByPath } from './draft-errors.ts';
import { mergeDrafts, withKeysOf } from './merge/merge-drafts.ts';
import type { Choices, Conflict } from './merge/three-way.ts';
import { campaignVersionQuery } from './queries.ts';

/** Fields that the draft and the saved campaign changed differently. */
export interface MergeConflicts {
  readonly list: readonly Conflict[];
  readonly theirs: Draft;
  readonly etag: string | undefined;
}

/** A draft, and the saved campaign that the draft started from. */
export interface EditorState {
  readonly draft: Draft;
  readonly saved: Draft;
  readonly etag: string | undefined;
  readonly errors: FieldErrors;
  readonly conflicts?: MergeConflicts | undefined;
  /** The draft has changes that others saved after the editor was opened, and that are not announced yet. */
  readonly isMerged?: boolean | undefined;
}

/** `automatic`: without a message after success, and without a question or errors at fields. */
export type SaveMode = 'explicit' | 'automatic';

export type Update = (next: (before: EditorState) => EditorState) => void;

/** A save competes with other saves at most this often. */
const attemptsMax = 3;

/** The saved campaign has changed. Merges it, or asks the user to choose between two values of a field. */
function mergeVersion(state: EditorState, { value, etag }: Version<Campaign>): EditorState {
  const theirs = withKeysOf(draftOf(value), state.saved);
  const { draft, conflicts, hasTheirChanges } = mergeDrafts(state.saved, state.draft, theirs);
  if (conflicts.length > 0) return { ...state, conflicts: { list: conflicts, theirs, etag } };

  return { ...state, draft, saved: theirs, etag, isMerged: state.isMerged || hasTheirChanges };
}

export function resolveConflicts(state: EditorState, choices: Choices): EditorState {
  const { conflicts, draft, saved, ...rest } = state;
  if (!conflicts) return state;
  const { theirs, etag } = conflicts;

  return {
    ...rest,
    draft: mergeDrafts(saved, draft, theirs, choices).draft,
    saved: theirs,
    etag,
    isMerged: true,
  };
}

/** Saves the latest draft, then applies the response to the draft, which the user may have changed in the meantime. */
export function useSaving(version: Version<Campaign>, latest: RefObject<EditorState>, update: Update) {
  const client = useQueryClient();
  const query = campaignVersionQuery(version.value.id);

  return useMutation({
    async mutationFn(_mode: SaveMode) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await sendPatch(version.value.id, latest.current, etagOf(version, latest.current));
        } catch (error) {
          if (!isOutdated(error) || attempt === attemptsMax) throw error;
          const freshVersion = await client.fetchQuery(query);
          update((before) => mergeVersion(before, freshVersion));
          if (latest.current.conflicts) throw error;
        }
      }
    },
    onSuccess: ({ sent, version: saved }, mode) => {
      const texts = [notEnrolledText(saved.value), latest.current.isMerged && mergedText].filter(Boolean);
      update(({ draft }) => ({ ...mergeSaved(draft, sent, saved.value), etag: saved.etag, errors: {} }));
      client.setQueryData(query.queryKey, saved);
      if (mode === 'explicit' || texts.length > 0) showToast('Campaign saved', texts.join(' ') || undefined);
      void refresh(client, 'campaigns');
    },
    onError: (error, mode) => {
      if (mode === 'automatic') update((before) => ({ ...before, conflicts: undefined }));
      if (mode === 'automatic' || latest.current.conflicts) return;
      const errors = errorsByPath(error);
      if (isOutdated(error) || Object.keys(errors).length === 0) showError(error);
      else update((before) => ({ ...before, errors }));
    },
  });
}

const mergedText = 'It includes changes that another user, or you in another tab, saved before.';

const isOutdated = (error: unknown): boolean => error instanceof ApiError && error.isOutdated;

/**
 * The `ETag` for a save. A start or a pause changes the `ETag` of the campaign but no edited field: the newest `ETag` is then
 * valid for the draft, too. After other changes, the `ETag` of the draft lets the service detect the conflict.
 */
const etagOf = (
  { value, etag }: Version<Campaign>,
  { saved, etag: draftEtag }: EditorState,
): string | undefined => (Object.keys(patchOf(draftOf(value), saved)).length === 0 ? etag : draftEtag);

async function sendPatch(id: string, { draft, saved }: EditorState, etag: string | undefined) {
  const path = { id };
  const body = patchOf(draft, saved);
  const params = { path, ...(etag !== undefined && { header: { 'If-Match': etag } }) };
  // After a merge, the saved campaign can have all changes of the draft.
  const isSaved = Object.keys(body).length === 0;
  const version = isSaved
    ? await unwrapVersion<Campaign>(api.GET('/campaigns/{id}', { params: { path } }))
    : await unwrapVersion<SavedCampaign>(api.PATCH('/campaigns/{id}', { params, body }));

  return { sent: draft, version };
}

interface SavedCampaign extends Campaign {
  readonly enrolment?: { readonly notEnrolled: readonly { readonly reason: string }[] };
}

const notEnrolledText = ({ enrolment }: SavedCampaign): string =>
  refusalsText(enrolment?.notEnrolled.map(({ reason }) => reason) ?? []);
