import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isSessionEnded } from '../../../api/session-gate.ts';
import { TextField } from '../../../components/form/field.tsx';
import { useSettled } from '../../../components/form/use-settled.ts';
import {
  blanksOf,
  emailsWith,
  type FoundSequence,
  fill,
  sentenceWith,
} from '../../campaigns/sequences/blanks.ts';
import { toSteps } from '../../campaigns/sequences/sequences.ts';
import type { Campaign } from '../queries.ts';
import { useSaveDraft } from './save-draft.ts';

const pauseMs = 600;

interface BlankFieldsProps {
  readonly found: FoundSequence;
  readonly steps: Campaign['steps'];
  /** With the index of the first email that has the focused blank. */
  readonly onFocusEmail: (index: number) => void;
}

/** A field for each text in square brackets. It is saved when typing pauses. */
export function BlankFields({ found, steps, onFocusEmail }: BlankFieldsProps) {
  const { sequence } = found;
  const [values, setValues] = useState(found.values);
  const { mutateAsync, isPending } = useSaveDraft();
  const text = JSON.stringify(values);
  const settled = useSettled(text, pauseMs);
  const [saved, setSaved] = useState(text);
  const save = async (changed: string): Promise<void> => {
    setSaved(changed);
    await mutateAsync({ steps: withIds(toSteps(fill(sequence, JSON.parse(changed))), steps) });
  };
  useEffect(() => {
    // A failure is shown.
    if (settled === text && text !== saved) save(text).catch(() => undefined);
  });
  const isUnsaved = text !== saved || isPending;
  useBlocker({
    // The next page shows what was typed last.
    shouldBlockFn: async () => isUnsaved && save(text).then(isFalse, isTrue),
    enableBeforeUnload: () => isUnsaved && !isSessionEnded(),
  });

  return (
    <div className="first-blanks">
      {blanksOf(sequence).map((blank) => {
        const emails = emailsWith(sequence, blank);

        return (
          <TextField
            key={blank}
            label={labelOf(blank)}
            help={`In ${emails.length === 1 ? 'email' : 'emails'} ${listFormat.format(emails.map(String))}: “${sentenceWith(sequence, blank)}”`}
            name={blank}
            value={values[blank] ?? ''}
            onFocus={() => onFocusEmail((emails[0] ?? 1) - 1)}
            onChange={(value) => setValues({ ...values, [blank]: value })}
          />
        );
      })}
    </div>
  );
}

const isFalse = (): boolean => false;
const isTrue = (): boolean => true;

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

/** With the ids of the stored steps. The service makes the choices of a text by the id of its step. */
const withIds = (steps: ReturnType<typeof toSteps>, stored: Campaign['steps']) =>
  steps.map((step, index) => {
    const { variants = [] } = stored[index] ?? {};

    return {
      ...step,
      ...idOf(stored[index]),
      variants: step.variants.map((variant, position) => ({ ...variant, ...idOf(variants[position]) })),
    };
  });

const idOf = (stored: { readonly id: string } | undefined) => stored && { id: stored.id };

/** `[the result]` is “The result”. */
const labelOf = (blank: string): string => `${blank.charAt(1).toUpperCase()}${blank.slice(2, -1)}`;
