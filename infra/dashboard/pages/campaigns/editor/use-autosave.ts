import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useIsOffline } from '../../../api/connection.ts';
import { useIsSessionEnded } from '../../../api/session-gate.ts';
import type { Draft } from './draft.ts';

/** After the last change. */
const pauseMs = 3_000;

interface AutosaveOptions {
  readonly draft: Draft;
  /** The campaign is a draft with changes, and no save or choice is pending. */
  readonly canSave: boolean;
  /** @returns what keeps the draft from being saved; undefined if it is saved */
  readonly save: () => Promise<string | undefined>;
}

/**
 * Saves a draft when the user pauses. Changes that were restored from an earlier visit wait for the next change, so that the user
 * can discard them. A draft that could not be saved is tried again after its next change.
 * @returns what keeps the shown draft from being saved
 */
export function useAutosave({ draft, canSave, save }: AutosaveOptions): string | undefined {
  const initialDraft = useRef(draft);
  const [blocked, setBlocked] = useState<{ readonly draft: Draft; readonly reason: string }>();
  const isConnected = [useIsOffline(), useIsSessionEnded()].every((isClosed) => !isClosed);
  const isDue = canSave && isConnected && draft !== initialDraft.current && draft !== blocked?.draft;
  const run = useEffectEvent(async () => {
    const reason = await save();
    setBlocked(reason === undefined ? undefined : { draft, reason });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft starts the pause again.
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => void run(), pauseMs);

    return () => clearTimeout(timer);
  }, [draft, isDue]);

  return blocked?.draft === draft ? blocked.reason : undefined;
}
