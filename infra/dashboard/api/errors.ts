interface ErrorDetail {
  /** The field of the request, such as `steps[1].subject`; empty for the whole request. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

interface ErrorInit {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly requestId?: string | undefined;
}

/** The only error of the client: the error envelope of the API, or a request without a response (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;

  constructor({ status, code, message, details = [], requestId }: ErrorInit) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }

  /** Another request changed the resource after it was read: read it again. */
  get isOutdated(): boolean {
    return this.details.some(({ rule }) => rule === 'precondition');
  }
}

/** Whether the session is missing or has expired, or a login was rejected. */
export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** @param body the error envelope of the API; anything else if a proxy answered */
export function errorOf(response: Response, body: unknown): ApiError {
  const envelope = (body as { error?: Partial<ErrorInit> } | undefined)?.error;

  return new ApiError({
    status: response.status,
    code: envelope?.code ?? 'UNKNOWN',
    message: envelope?.message ?? `The service returned the status ${response.status}.`,
    details: envelope?.details,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
  });
}

/** A sentence for the user. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong.';

/** The error messages, each with its column or option. */
export const detailedMessageOf = (error: unknown): string =>
  error instanceof ApiError && error.details.length > 0
    ? error.details
        .map(({ path, message }) => (path === '' || path === 'body' ? message : `${path}: ${message}`))
        .join(' ')
    : messageOf(error);
