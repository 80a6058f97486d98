/**
 * A mail server's rejection of an account, independent of the email. `smtpCode` is null without a response.
 * - `auth`: the login was rejected; `sender_refused`: the account may not send from its address
 * - `rate`: too many emails or logins for now; `quota`: the daily limit of the provider is reached
 * - `unreachable`: no usable connection; `limit_exceeded`: the server sent more data than a session may receive
 */
export type SendFailure = {
  readonly kind: 'auth' | 'rate' | 'quota' | 'unreachable' | 'limit_exceeded' | 'sender_refused';
  readonly smtpCode: number | null;
};
