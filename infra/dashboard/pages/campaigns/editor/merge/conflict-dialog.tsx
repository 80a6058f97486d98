import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { Dialog } from '../../../../components/overlay/dialog.tsx';
import { useEditorContext } from '../editor-context.ts';
import type { MergeConflicts } from '../use-saving.ts';
import { conflictName, conflictText } from './conflict-texts.ts';
import type { Choices, Conflict, Side } from './three-way.ts';
import './conflicts.css';

/** Opens after a save if the draft and the saved campaign have different values of the same fields. */
export function ConflictDialog() {
  const { conflicts, cancelMerge } = useEditorContext();

  return (
    <Dialog
      isOpen={conflicts !== undefined}
      onClose={cancelMerge}
      size="large"
      title="Choose the texts to keep"
      description="Another user, or you in another tab, saved the same fields. All other changes are merged."
    >
      {conflicts && <ConflictForm conflicts={conflicts} />}
    </Dialog>
  );
}

function ConflictForm({ conflicts: { list, theirs } }: { readonly conflicts: MergeConflicts }) {
  const { draft, cancelMerge, discard, resolve } = useEditorContext();
  const [choices, setChoices] = useState<Choices>({});
  const drafts = [draft, theirs] as const;
  const isDecided = list.every(({ path }) => choices[path] !== undefined);

  return (
    <div className="form">
      {list.map((conflict) => (
        <ConflictField
          key={conflict.path}
          conflict={conflict}
          name={conflictName(conflict, drafts)}
          textOf={(side) => conflictText(conflict, conflict[side], drafts)}
          value={choices[conflict.path]}
          onChange={(side) => setChoices({ ...choices, [conflict.path]: side })}
        />
      ))}
      <div className="form-actions">
        <Button variant="quiet" onClick={() => void discard()}>
          Discard all my changes
        </Button>
        <Button onClick={cancelMerge}>Cancel</Button>
        <Button variant="primary" disabled={!isDecided} onClick={() => void resolve(choices)}>
          Save the chosen texts
        </Button>
      </div>
    </div>
  );
}

const sideLabels: Readonly<Record<Side, string>> = { mine: 'Yours', theirs: 'Saved by another user' };

interface ConflictFieldProps {
  readonly conflict: Conflict;
  readonly name: string;
  readonly textOf: (side: Side) => string;
  readonly value: Side | undefined;
  readonly onChange: (side: Side) => void;
}

function ConflictField({ conflict, name, textOf, value, onChange }: ConflictFieldProps) {
  return (
    <fieldset className="conflict">
      <legend className="field-label">{name}</legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side} className="conflict-side" data-selected={value === side || undefined}>
          <span className="strong">
            <input
              type="radio"
              name={conflict.path}
              checked={value === side}
              onChange={() => onChange(side)}
            />
            {sideLabels[side]}
          </span>
          <span className="conflict-text">{textOf(side)}</span>
        </label>
      ))}
    </fieldset>
  );
}
