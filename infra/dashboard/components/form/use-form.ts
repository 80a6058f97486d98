import type { Schema } from '@cfworker/json-schema';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { readPath, writePath } from '../paths.ts';
import { useDraft } from './use-draft.ts';
import { type FieldErrors, splitDetails, validate } from './validate.ts';

interface FormOptions<Values, Result> {
  readonly initial: Values;
  /** The schema of the request, `import schema from 'schema:NewContact'`, which `build/request-schemas.ts` provides. */
  readonly schema?: Schema | undefined;
  /** The request that is validated; by default the values without empty texts. */
  readonly toRequest?: ((values: Values) => unknown) | undefined;
  readonly submit: (values: Values) => Promise<Result>;
  readonly onSuccess?: ((result: Result) => unknown) | undefined;
  /** Name of the draft that keeps the values until they are sent; without it, they are lost with the form. */
  readonly draft?: string | undefined;
}

export interface FieldBinding<Value> {
  readonly name: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error?: string | undefined;
}

/**
 * State of a form. The form validates with the schema of the API document and sends the values. It shows the errors of the
 * service at their fields. `field('steps[0].subject')` binds a field. Its name is the path in the request.
 */
export function useForm<Values extends object, Result = unknown>(options: FormOptions<Values, Result>) {
  const { values, setValues, draft } = useDraft(options.draft, options.initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** Names of the fields that were rendered. These fields show their errors themselves. */
  const fields = useRef(new Set<string>());
  const form = useRef<HTMLFormElement>(null);
  const showErrors = (errorsByField: FieldErrors): void => {
    setErrors(errorsByField);
    // The next render marks the fields as invalid.
    requestAnimationFrame(() => {
      const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
      // A field that has the focus already is read again with its error.
      field?.blur();
      field?.focus();
    });
  };
  const mutation = useMutation({
    mutationFn: options.submit,
    onSuccess(result) {
      draft.remove();

      return options.onSuccess?.(result);
    },
    onError: (error) => error instanceof ApiError && showErrors(splitDetails(error, fields.current).errors),
  });
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (mutation.isPending) return;
    const request = (options.toRequest ?? withoutEmpty)(values);
    const errorsByField = options.schema ? validate(options.schema, request) : {};
    showErrors(errorsByField);
    if (Object.keys(errorsByField).length === 0) mutation.mutate(values);
  };

  return {
    values,
    setValues,
    isPending: mutation.isPending,
    isChanged: values !== options.initial,
    formProps: { ref: form, draft, onSubmit, noValidate: true },
    /** Errors that belong to no field; undefined without such errors. */
    error: formErrorOf(mutation.error, errors, fields.current),
    field<Value = string>(name: string): FieldBinding<Value> {
      fields.current.add(name);

      return {
        name,
        value: readPath(values, name) as Value,
        error: errors[name],
        onChange(value) {
          setValues((before) => writePath(before, name, value));
          setErrors(({ [name]: _fixed, ...others }) => others);
        },
      };
    },
  };
}

/** Omits fields that are undefined or an empty text. */
export function withoutEmpty<Values extends object>(values: Values): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== '' && value !== undefined),
  ) as Partial<Values>;
}

/** The messages that no field shows; undefined if there are no such messages. */
function formErrorOf(error: unknown, errors: FieldErrors, fields: ReadonlySet<string>): string | undefined {
  // The validation with the schema also reports paths without a field in the form.
  const unbound = Object.entries(errors)
    .filter(([path]) => !fields.has(path))
    .map(([path, message]) => (path === '' ? message : `${path}: ${message}`));
  if (unbound.length > 0) return unbound.join(' ');
  if (!(error instanceof Error)) return undefined;
  if (!(error instanceof ApiError) || error.details.length === 0) return error.message;
  const { unassigned } = splitDetails(error, fields);

  return unassigned.length > 0 ? unassigned.join(' ') : undefined;
}
