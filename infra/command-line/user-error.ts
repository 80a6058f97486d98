/** An error that the user can correct. Its message is printed without a stack trace. */
export class UserError extends Error {
  override readonly name = 'UserError';
}
