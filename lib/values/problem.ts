import type { Rule } from '#lib/values/rules.ts';

/** The error codes of the API and their HTTP statuses. */
export const problemStatus = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  VALIDATION_ERROR: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
} as const;

export type ProblemCode = keyof typeof problemStatus;

export interface ProblemDetail {
  /** The field, such as `steps[1].delay.value`; empty for the whole request. */
  readonly path: string;
  readonly rule: Rule;
  readonly message: string;
  /** Id of the resource that already has the value. Only with the rule `unique`. */
  readonly existingId?: string | undefined;
}

/** Ends a request with one of the specification's errors. The caller sees the message. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly details: readonly ProblemDetail[] | undefined;

  constructor(code: ProblemCode, message: string, details?: readonly ProblemDetail[]) {
    super(message);
    this.name = 'Problem';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return problemStatus[this.code];
  }

  /** The error envelope: specification, section 7. @param requestId `X-Request-Id` of the response */
  bodyFor(requestId: string) {
    const { code, message, details } = this;

    return { error: { code, message, ...(details && { details }), requestId } };
  }
}

export function problem(code: ProblemCode, message: string): Problem {
  return new Problem(code, message);
}

/**
 * Limits of an error response, so that it does not grow with the request: number of details, and characters of path and
 * message.
 */
export const detailsMax = 50;
const pathLengthMax = 200;
const messageLengthMax = 1000;

/** 422 with the first faults and the total number. */
export function invalid(faults: readonly ProblemDetail[]): Problem {
  const details = faults.slice(0, detailsMax).map(({ path, rule, message, existingId }) => ({
    path: truncate(path, pathLengthMax),
    rule,
    message: truncate(message, messageLengthMax),
    ...(existingId !== undefined && { existingId }),
  }));
  const shown = details
    .slice(0, 3)
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const moreCount = faults.length - shown.length;
  const detailsNote = faults.length > detailsMax ? `; details has the first ${detailsMax}` : '';

  return new Problem(
    'VALIDATION_ERROR',
    `${shown.join('; ')}${moreCount > 0 ? ` (and ${moreCount} more${detailsNote})` : ''}`,
    details,
  );
}

function truncate(text: string, lengthMax: number): string {
  return text.length > lengthMax ? `${text.slice(0, lengthMax)}…`.toWellFormed() : text;
}

/** 422 for one field, or for the whole request if `path` is empty. */
export function invalidField(path: string, rule: Rule, message: string): Problem {
  return invalid([{ path, rule, message }]);
}

/** 422 for a value that another resource already has. @param kind name of the resource's type */
export function valueTaken(path: string, kind: string, existingId: string): Problem {
  return invalid([{ path, rule: 'unique', message: `belongs to ${kind} ${existingId}`, existingId }]);
}

/** The same message for an unknown id, a malformed id and an id of another workspace. */
export function notFound(): Problem {
  return new Problem('NOT_FOUND', 'no such resource');
}

/** For a path or method without an endpoint. The gateway uses the same text for requests that reach no function. */
export const noEndpointMessage = 'There is no such endpoint. GET /docs describes all endpoints.';

/**
 * One fault for each id that does not exist, with the id's path.
 * @param member path of the id within an element, such as `.campaignId`
 */
export function missingIdFaults(
  field: string,
  ids: readonly string[],
  existing: readonly { readonly id: string }[],
  member = '',
): ProblemDetail[] {
  const existingIds = new Set(existing.map(({ id }) => id));

  return ids.flatMap((id, position) =>
    existingIds.has(id)
      ? []
      : [{ path: `${field}[${position}]${member}`, rule: 'exists', message: 'does not exist' }],
  );
}
