import { ApiError } from '../../../api/errors.ts';
import type { FieldErrors } from '../../../components/form/validate.ts';
import { type Draft, isUntouched } from './draft.ts';

/** Whether a path is the parent itself or a field inside the parent. */
export const isSameOrInside = (path: string, parent: string): boolean =>
  path === parent || path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);

/** Rules that the schema of the request does not express. */
export function draftErrors({ steps, schedule }: Draft): FieldErrors {
  const errors: Record<string, string> = {};
  const savedSteps = isUntouched(steps) ? [] : steps;
  savedSteps.forEach(({ variants }, stepIndex) => {
    variants.forEach(({ bodyHtml, bodyText }, variantIndex) => {
      if (bodyHtml || bodyText) return;
      errors[bodyPath(stepIndex, variantIndex, bodyHtml)] = 'Write a text, or remove the email.';
    });
  });
  schedule.windows.forEach(({ from, to, days }, index) => {
    if (days.length === 0) errors[`schedule.windows[${index}].days`] = 'Choose at least one day.';
    if (from >= to) errors[`schedule.windows[${index}].to`] = 'The end must be later than the start.';
  });

  return errors;
}

const bodyPath = (stepIndex: number, variantIndex: number, bodyHtml: string | null): string =>
  `steps[${stepIndex}].variants[${variantIndex}].${bodyHtml === null ? 'bodyText' : 'bodyHtml'}`;

/** Omits the error of a value if a field inside the value has an error, which is more precise. */
export const withoutEnclosingErrors = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([path]) => !Object.keys(errors).some((other) => other !== path && isSameOrInside(other, path)),
    ),
  );

/** The details of a 422 by their path; empty for other errors. */
export function errorsByPath(error: unknown): FieldErrors {
  if (!(error instanceof ApiError)) return {};

  return Object.fromEntries(
    error.details.map(({ path, message }) => [
      // A start reports missing contacts at `contactIds`. In the draft, they are added at `addContactIds`.
      path.replace(/^contactIds/u, 'addContactIds'),
      `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`,
    ]),
  );
}
