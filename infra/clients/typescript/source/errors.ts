export interface HttpResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** An error of one field, parameter or header. */
export interface ErrorDetail {
  /** Such as `steps[1].subject`. Empty if the error concerns the whole request. */
  readonly path: string;
  /** The broken rule, such as `unique`. The API document lists them. */
  readonly rule: string;
  readonly message: string;
  /** With the rule `unique`: the resource that has the value. */
  readonly existingId?: string;
}

/** The base of all errors of this client. */
export class OutreachError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The API rejected the request, or still failed at the last attempt. */
export class ApiError extends OutreachError {
  readonly status: number;
  /** Such as `VALIDATION_ERROR`. `HTTP_413` if a gateway answered without a code. */
  readonly code: string;
  /** Empty unless the code is `VALIDATION_ERROR`. */
  readonly details: readonly ErrorDetail[];
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | undefined;

  constructor({ status, headers, text }: HttpResponse) {
    const { error = {}, message = `The response has the status ${status}.` } = Object(parse(text));
    super(error.message ?? message);
    this.status = status;
    this.code = error.code ?? `HTTP_${status}`;
    this.details = error.details ?? [];
    this.requestId = headers.get('x-request-id') ?? undefined;
  }

  /** The rule of the first detail. */
  get rule(): string | undefined {
    return this.details[0]?.rule;
  }
}

/** No attempt got a response. The cause is the error of the last one. A write may have been committed. */
export class ConnectionError extends OutreachError {}

/**
 * An earlier request with this idempotency key had another body or query. This one changed nothing, and got the response of the
 * earlier request.
 */
export class IdempotencyMismatchError extends OutreachError {
  readonly idempotencyKey: string;
  /** `body`, `query` or both. */
  readonly parts: readonly string[];
  readonly requestId: string | undefined;

  constructor(idempotencyKey: string, mismatch: string, headers: Headers) {
    super(`The idempotency key ${idempotencyKey} was used with another ${mismatch.replace(', ', ' and ')}.`);
    this.idempotencyKey = idempotencyKey;
    this.parts = mismatch.split(', ');
    this.requestId = headers.get('x-request-id') ?? undefined;
  }
}

/** A job ended as `failed` or `cancelled`. */
export class JobFailedError<Job = unknown> extends OutreachError {
  readonly job: Job;

  constructor(job: Job & { readonly status: string; readonly statusReason?: unknown }) {
    super(`The job is ${job.status}${job.statusReason ? `: ${job.statusReason}` : ''}.`);
    this.job = job;
  }
}

/** A job had not ended within the time. It continues, and can be waited for again. */
export class WaitTimeoutError extends OutreachError {}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
