/** Public reason of a failed connection. It reveals no internal details of either side. */
export type FailureCode = 'dns' | 'blocked_address' | 'connect' | 'tls' | 'timeout' | 'reset' | 'too_large';

export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly code: FailureCode;

  constructor(code: FailureCode, options?: ErrorOptions) {
    super(`Connection failed: ${code}`, options);
    this.code = code;
  }
}
