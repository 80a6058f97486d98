import type * as z from 'zod/mini';

/** An error that an AWS client receives as its typed error. `code` is the name of the error's shape. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.status = status;
  }
}

export const validationError = (message: string) => new ServiceError('ValidationException', 400, message);

/** @throws {ServiceError} ValidationException */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, body: string): z.output<Schema> {
  const { data, error } = schema.safeParse(parseJson(body));
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw validationError(
    `Value at '${issue?.path.join('.')}' failed to satisfy constraint: ${issue?.message}`,
  );
}

/** @throws {ServiceError} ValidationException */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw validationError('The request body is not JSON.');
  }
}
