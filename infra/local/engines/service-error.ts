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
