/** What may be told about a failed connection: nothing of our inside, nothing of the other side's. */
export type FailureCode = 'dns' | 'blocked_address' | 'connect' | 'tls' | 'timeout' | 'reset' | 'too_large';

export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly code: FailureCode;

  constructor(code: FailureCode, options?: ErrorOptions) {
    super(`Connection failed: ${code}`, options);
    this.code = code;
  }
}
