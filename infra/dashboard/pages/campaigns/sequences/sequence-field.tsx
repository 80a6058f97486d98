import { countOf } from '../../../components/number.tsx';
import { templateTitle } from '../template-title.ts';
import { type Sequence, sequences } from './sequences.ts';
import './sequences.css';

interface SequenceFieldProps {
  /** Null for an empty campaign. */
  readonly value: Sequence | null;
  readonly onChange: (value: Sequence | null) => void;
}

/** Chooses a ready sequence, and shows its emails. */
export function SequenceField({ value, onChange }: SequenceFieldProps) {
  return (
    <fieldset className="sequences">
      <legend className="field-label">Emails</legend>
      <SequenceChoices options={[null, ...sequences]} value={value} onChange={onChange} />
      {value && <SequenceEmails sequence={value} />}
    </fieldset>
  );
}

interface SequenceChoicesProps<Value extends Sequence | null> {
  readonly options: readonly Value[];
  /** Undefined before a choice. */
  readonly value: Sequence | null | undefined;
  readonly onChange: (value: Value) => void;
}

export function SequenceChoices<Value extends Sequence | null>({
  options,
  value,
  onChange,
}: SequenceChoicesProps<Value>) {
  return (
    <div className="sequence-choices">
      {options.map((sequence) => (
        <label key={sequence?.id ?? 'empty'} className="sequence-choice">
          <input
            type="radio"
            name="sequence"
            checked={sequence === value}
            onChange={() => onChange(sequence)}
          />
          <span>
            <span className="sequence-name">
              <strong>{sequence?.name ?? 'Empty'}</strong>
              {sequence && <span className="muted">{countOf(sequence.emails.length, 'email')}</span>}
            </span>
            <span className="sequence-purpose muted">
              {sequence?.purpose ?? 'You write all emails yourself.'}
            </span>
          </span>
        </label>
      ))}
    </div>
  );
}

function SequenceEmails({ sequence: { name, emails } }: { readonly sequence: Sequence }) {
  let day = 1;

  return (
    <section className="stack" aria-label={`Emails of “${name}”`}>
      <p className="muted">
        Words in [square brackets] are for you to replace in the next step. The preview warns about them.
      </p>
      {emails.map(({ afterDays, subject, text }) => {
        day += afterDays;

        return (
          <article key={day} className="sequence-email">
            <h3>
              Day {day}: {subject === undefined ? 'Reply to the previous email' : templateTitle(subject)}
            </h3>
            <p>{text}</p>
          </article>
        );
      })}
    </section>
  );
}
