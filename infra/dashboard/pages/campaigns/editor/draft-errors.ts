import { ApiError } from '../../../api/errors.ts';
import type { FieldErrors } from '../../../components/validate.ts';
import type { Draft } from './draft.ts';

/** Whether a path is another path or a part of it. */
export const isAt = (path: string, parent: string): boolean =>
  path === parent || path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);

/** Rules that the schema of the request does not express. */
export function draftErrors({ steps, schedule }: Draft): FieldErrors {
  const isEmpty = steps.length === 1 && steps[0]?.id === undefined;
  const found: Record<string, string> = {};
  steps.forEach(({ variants }, step) => {
    variants.forEach(({ subject, bodyHtml, bodyText }, variant) => {
      if (bodyHtml || bodyText || (isEmpty && subject === '' && variants.length === 1)) return;
      found[bodyPath(step, variant, bodyHtml)] = 'Write a text, or remove the email.';
    });
  });
  schedule.windows.forEach(({ from, to, days }, window) => {
    if (days.length === 0) found[`schedule.windows[${window}].days`] = 'Choose at least one day.';
    if (from >= to) found[`schedule.windows[${window}].to`] = 'The end must be later than the start.';
  });

  return found;
}

const bodyPath = (step: number, variant: number, bodyHtml: string | null): string =>
  `steps[${step}].variants[${variant}].${bodyHtml === null ? 'bodyText' : 'bodyHtml'}`;

/** Without the errors of enclosing values, which repeat the errors of their parts. */
export const deepest = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([path]) => !Object.keys(errors).some((other) => other !== path && isAt(other, path)),
    ),
  );

/** The details of a 422 by their path; none if it has no details. */
export function detailsOf(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};

  return Object.fromEntries(
    error.details.map(({ path, message }) => [
      path.replace(/^contactIds/u, 'addContactIds'),
      `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`,
    ]),
  );
}
