import type { Schema } from '@cfworker/json-schema';
import { useForm } from '../../components/form/use-form.ts';
import { type CustomField, customFieldsError } from './custom-fields.ts';

interface ProfileFormOptions<Values, Request, Result> {
  /** As in `useForm`. */
  readonly draft: string;
  readonly initial: Values;
  readonly schema: Schema;
  readonly toRequest: (values: Values) => Request;
  readonly send: (request: Request) => Promise<Result>;
  readonly onSuccess: (result: Result) => unknown;
}

interface WithCustomFields {
  readonly customFields: readonly CustomField[];
}

/** The form of a contact or a company. */
export const useProfileForm = <
  Values extends WithCustomFields,
  Request extends { readonly customFields?: unknown },
  Result,
>({
  toRequest,
  send,
  ...options
}: ProfileFormOptions<Values, Request, Result>) =>
  useForm<Values, Result>({
    ...options,
    // Only for the validation by the schema. `customFieldsError` checks the custom fields with clearer messages.
    toRequest(values) {
      const { customFields: _unchecked, ...request } = toRequest(values);

      return request;
    },
    async submit(values) {
      const nameError = customFieldsError(values.customFields);
      if (nameError) throw new Error(nameError);

      return send(toRequest(values));
    },
  });
