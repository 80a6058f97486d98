import { lazy, Suspense, useRef, useState } from 'react';
import { countOf } from '../../../components/number.tsx';
import type { SampleContact } from '../../campaigns/editor/preview/recipient.ts';
import { type FoundSequence, fill, findSequence } from '../../campaigns/sequences/blanks.ts';
import { SequenceChoices } from '../../campaigns/sequences/sequence-field.tsx';
import { type Sequence as ReadySequence, sequences, toSteps } from '../../campaigns/sequences/sequences.ts';
import type { Campaign } from '../queries.ts';
import { useSaveDraft } from './save-draft.ts';
import { StepCard } from './step-card.tsx';

const Blanks = lazy(async () => ({ default: (await import('./blank-fields.tsx')).BlankFields }));
const EmailPreview = lazy(async () => ({ default: (await import('./email-preview.tsx')).EmailPreview }));

interface SequenceProps {
  readonly campaign: Campaign | undefined;
  /** The first person of the chosen file. */
  readonly contact: SampleContact | undefined;
  readonly isDone: boolean;
}

/** A ready sequence with the words of the user in its blanks, and its emails with the values of the first contact. */
export function Sequence({ campaign, contact, isDone }: SequenceProps) {
  const steps = campaign?.steps ?? [];
  const found = findSequence(steps);
  const save = useSaveDraft();
  // Shown immediately, before it is saved.
  const [chosen, setChosen] = useState<ReadySequence>();
  const [emailIndex, setEmailIndex] = useState(0);
  // The arrow keys of the choices pass other sequences, with blanks that may be filled already.
  const written = useRef(new Map<string, FoundSequence['values']>());
  const choose = (sequence: ReadySequence): void => {
    setChosen(sequence);
    if (found) written.current.set(found.sequence.id, found.values);
    save.mutate({ steps: toSteps(fill(sequence, written.current.get(sequence.id) ?? {})) });
  };
  const isOwn = steps.length > 0 && found === undefined;

  return (
    <StepCard
      number={2}
      title="Emails"
      isDone={isDone}
      description={
        steps.length === 0
          ? 'Choose a ready sequence. The full editor changes every word.'
          : `${found?.sequence.name ?? 'Your texts'}, ${countOf(steps.length, 'email')}`
      }
    >
      <div className="stack">
        {!isOwn && (
          <fieldset className="sequences">
            <legend className="visually-hidden">Ready sequences</legend>
            <SequenceChoices
              options={sequences}
              value={save.isPending ? chosen : found?.sequence}
              onChange={choose}
            />
          </fieldset>
        )}
        {campaign && steps.length > 0 && (
          <Suspense fallback={<div className="first-email" />}>
            {found && !save.isPending && (
              <Blanks key={found.sequence.id} found={found} steps={steps} onFocusEmail={setEmailIndex} />
            )}
            <EmailPreview
              campaign={campaign}
              contact={contact}
              emailIndex={emailIndex}
              onChooseEmail={setEmailIndex}
            />
          </Suspense>
        )}
      </div>
    </StepCard>
  );
}
