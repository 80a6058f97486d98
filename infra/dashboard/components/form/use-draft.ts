import { createContext, useEffect, useState } from 'react';
import { readDraft, writeDraft } from '../../api/drafts.ts';
import { isEqual, isObject } from '../is-equal.ts';

/** The draft of a form that is shown. */
export interface FormDraft {
  /** The values come from an earlier edit. */
  readonly isRestored: boolean;
  /** Shows the initial values again. */
  readonly discard: () => void;
  /** Deletes the draft, such as after the values were sent. */
  readonly remove: () => void;
}

/** The draft of the form that encloses a component. */
export const DraftContext = createContext<FormDraft | undefined>(undefined);

/**
 * State that survives a reload and the end of its component, until `remove`. Its initial value is restored with the values that
 * the user changed, if they still have the same form.
 * @param name unique in the application, such as `contacts.new`; undefined stores nothing
 */
export function useDraft<Values>(name: string | undefined, initial: Values) {
  const [start] = useState(initial);
  const [values, setValues] = useState(() =>
    restore(start, name === undefined ? undefined : readDraft(name)),
  );
  const [isRestored, setRestored] = useState(() => !isEqual(values, start));
  useEffect(() => {
    if (name !== undefined) writeDraft(name, isEqual(values, start) ? undefined : { before: start, values });
  }, [name, start, values]);
  const remove = (): void => {
    if (name !== undefined) writeDraft(name, undefined);
  };
  const draft: FormDraft = {
    isRestored,
    remove,
    discard() {
      remove();
      setValues(start);
      setRestored(false);
    },
  };

  return { values, setValues, draft };
}

/** @param stored the values of the earlier edit, with the initial values that it started from */
export function restore<Values>(start: Values, stored: unknown): Values {
  return isObject(stored) ? (restoreValue(start, stored['before'], stored['values']) as Values) : start;
}

function restoreValue(start: unknown, before: unknown, value: unknown): unknown {
  if (value === undefined || isEqual(value, before)) return start;
  if (isObject(start) && isObject(value)) {
    const inner = isObject(before) ? before : {};
    const fields = Object.entries(start);

    return Object.fromEntries(
      fields.map(([name, field]) => [name, restoreValue(field, inner[name], value[name])]),
    );
  }

  return hasFormOf(start, value) ? value : start;
}

/** Whether a stored value can replace another one: another version of the application may have stored it. */
export function hasFormOf(model: unknown, value: unknown): boolean {
  if (model === null || value === null || model === undefined) return true;
  if (Array.isArray(model)) {
    return (
      Array.isArray(value) && value.every((element) => model.length === 0 || hasFormOf(model[0], element))
    );
  }
  if (isObject(model)) {
    return (
      isObject(value) && Object.entries(model).every(([name, inner]) => hasFormOf(inner, value[name] ?? null))
    );
  }

  return typeof model === typeof value;
}
