import { useEffect, useState } from 'react';
import { TextField } from '../../../components/form/field.tsx';
import { useSettled } from '../../../components/form/use-settled.ts';
import { blanksOf, type FoundSequence, fill } from '../../campaigns/sequences/blanks.ts';
import { toSteps } from '../../campaigns/sequences/sequences.ts';
import { useSaveDraft } from './save-draft.ts';

const pauseMs = 600;

/** A field for each text in square brackets. It is saved when typing pauses. */
export function BlankFields({ found }: { readonly found: FoundSequence }) {
  const { sequence } = found;
  const [values, setValues] = useState(found.values);
  const { mutate } = useSaveDraft();
  const text = JSON.stringify(values);
  const settled = useSettled(text, pauseMs);
  const [saved, setSaved] = useState(text);
  useEffect(() => {
    if (settled === saved) return;
    setSaved(settled);
    mutate({ steps: toSteps(fill(sequence, JSON.parse(settled))) });
  }, [settled, saved, sequence, mutate]);

  return (
    <div className="first-blanks">
      {blanksOf(sequence).map((blank) => (
        <TextField
          key={blank}
          label={labelOf(blank)}
          name={blank}
          value={values[blank] ?? ''}
          onChange={(value) => setValues({ ...values, [blank]: value })}
        />
      ))}
    </div>
  );
}

/** `[the result]` is “The result”. */
const labelOf = (blank: string): string => `${blank.charAt(1).toUpperCase()}${blank.slice(2, -1)}`;
